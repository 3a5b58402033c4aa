"""Our Moccasins Trickled Blood: frontier miniatures on a table measured in inches."""
