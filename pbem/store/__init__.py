"""Tables and small repositories, one a noun."""
