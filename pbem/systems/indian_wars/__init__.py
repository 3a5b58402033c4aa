"""The Indian Wars of the American West series; Rosebud and Little Bighorn are two Title values of it."""
