"""Games: opened, invited to, seated, ended, archived."""
