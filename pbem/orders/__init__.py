"""From the words of a letter to orders, and back."""
