"""An option is one number: what is paid, with which card, for which action, in which manner, and
what goes with it.
"""

from __future__ import annotations

from stele.runtime.pay import PAYMENT_BITS

CARD = PAYMENT_BITS
CARD_BITS = 12
CARD_MASK = (1 << CARD_BITS) - 1
ACTION = CARD + CARD_BITS
ACTION_BITS = 6
ACTION_MASK = (1 << ACTION_BITS) - 1
MANNER = ACTION + ACTION_BITS
MANNER_MASK = 7
PAID, BY_CHAIN, BY_PERMIT, BY_NEAR_CHAIN = 0, 1, 2, 3
FLAGS = MANNER + 3
FREE_LEFT = 1 << FLAGS  # something was bought from the left for nothing
FREE_RIGHT = 2 << FLAGS
FROM_BANK = FLAGS + 2  # units bought from the bank
FROM_BANK_MASK = 7
RIDER = FROM_BANK + 3  # the number of a rider, counted from 1
RIDER_MASK = 15
STAGE = RIDER + 4  # the number of a stage, counted from 1, if there is a choice
STAGE_MASK = 15
PAYEES = STAGE + 4  # coins to sellers that are no neighbours, in the order of their seats
ACTIONS = ACTION_MASK << ACTION
NO_CARD = CARD_MASK  # an option that takes nothing
