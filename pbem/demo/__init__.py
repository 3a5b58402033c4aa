"""The demonstration: two players, a GM and the daemon on one machine, with real letters over SMTP and IMAP."""
