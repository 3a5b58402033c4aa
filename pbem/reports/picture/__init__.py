"""The map as a picture: a scene of plain shapes, and two painters of it, PNG and SVG."""
