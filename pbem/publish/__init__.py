"""Games on pages for everybody: static files, feeds and calendars in a folder that any web server can show."""
