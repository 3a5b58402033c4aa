"""What tests of all games share."""

from importlib.util import find_spec

from pbem.systems.nezperce import battles
from tests.systems.nezperce import stand_in

if find_spec(battles.WHERE) is None:
    stand_in.install()
