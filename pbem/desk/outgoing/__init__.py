"""Letters out: reports, reminders, welcome, order pages, the outbox."""
