"""Chain, ladder, signatures, proof."""
