"""Orders on file: submitted, merged, judged, and told in a receipt."""
