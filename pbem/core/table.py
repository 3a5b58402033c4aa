"""Charts: numbers come from the data files, and a chart that lacks a cell says so."""


class ChartGap(Exception):
    """A chart has no cell for what was looked up.  Holds the game; the GM is told chart, cell and clause."""

    def __init__(self, chart: str, cell: str, clause: str) -> None:
        super().__init__(f"chart {chart} has no cell for {cell} (rule {clause})")
        self.chart = chart
        self.cell = cell
        self.clause = clause
