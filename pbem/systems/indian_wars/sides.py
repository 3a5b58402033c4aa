"""The sides of the series, as files, options and states name them."""

US, INDIAN = "us", "indian"
