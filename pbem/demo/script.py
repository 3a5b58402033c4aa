"""The letters of the demo's first game turn, written for the invented position: two people, their habits, their mistakes."""

from collections.abc import Mapping

from pbem.demo.correspondent import Reply

SCRIPT: Mapping[tuple[str, str], tuple[Reply, ...]] = {}
