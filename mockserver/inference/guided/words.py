"""Words for values: what people, places and things are called."""

from __future__ import annotations

_NATURE = """
    amber anchor apple arrow autumn basket beacon birch blossom breeze bridge brook candle canyon
    cedar cherry cloud clover compass copper coral cotton crystal dawn delta desert dune eagle echo
    ember falcon feather fern field flame forest fountain frost garden ginger glacier granite grove
    harbour hazel heron hill honey horizon indigo iris island ivory ivy jade jasmine juniper lagoon
    lake lantern lark laurel lavender lemon lichen lily linen lunar magnolia maple marble meadow
    melody mint mist moon moss mountain nectar north oak oasis ocean olive onyx opal orchard orchid
    otter pearl pebble pepper pine planet plum pollen poppy prairie quartz quill rain raven reef
    ridge river robin rose saffron sage sail sand sierra silver sky sparrow spring spruce star stone
    storm summer sun swallow thistle thunder tide timber trail tulip valley velvet violet walnut
    water willow wind winter wren
"""

WORDS = tuple(_NATURE.split())
"""Words for where any word will do."""
