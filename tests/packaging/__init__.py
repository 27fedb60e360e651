"""The package as it is installed: archives, wheels, and games played from nothing but a wheel."""
