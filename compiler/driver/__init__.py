"""The order of passes, and what is kept between runs.

In: paths of expansion folders. Out: `Checked` (trees and findings), `Built` (a module's text), or
opened `Rules`.
"""
