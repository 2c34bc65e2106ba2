"""Pictures of the reference: two small ones for the README, and pages to look at with one's own
eyes.

`make screenshots` writes the first two into `tests/golden/screenshots` and the others into
`build/screenshots`.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import HERE, ROOT
from tests.site.browser import PHONE, Browser, browser
from tests.site.sites import build

# The page, the theme, how wide the window is, and what is the last thing in the picture.
README = {
    "card.png": ("base/card-caravansery.html", "light", 860, ".spread"),
    "board.png": ("base/board-alexandria.html", "dark", 860, ".faces > :first-child"),
}
LOOK = ("index.html", "base/card-caravansery.html", "base/board-alexandria.html", "chains.html", "base/rulings.html")
SIZES = {"light": ("light", (1280, 900)), "dark": ("dark", (1280, 900)), "phone": ("light", PHONE)}


def main() -> int:
    """Build the site and take the pictures."""
    with TemporaryDirectory() as folder, browser() as window:
        site = build(Path(folder) / "site")
        for name, (page, theme, width, last) in README.items():
            take(window, site / page, theme, (width, 2000), HERE / "golden" / "screenshots" / name, last)
        for page in LOOK:
            for name, (theme, size) in SIZES.items():
                file = ROOT / "build" / "screenshots" / f"{page.replace('/', '-').removesuffix('.html')}-{name}.png"
                take(window, site / page, theme, size, file)
    return 0


def take(window: Browser, page: Path, theme: str, size: tuple[int, int], file: Path, last: str = "") -> None:
    """Write a picture of the top of a page.

    Or of its content alone, down to the end of an element.
    """
    window.resize(*size)
    window.prefer(theme)
    window.open(page)
    clip = {"clip": window.run(CLIP, last)} if last else {}
    taken = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", **clip})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(base64.b64decode(taken["data"]))
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


CLIP = """
const main = document.querySelector("main").getBoundingClientRect();
const last = document.querySelector(arguments[0]).getBoundingClientRect();
return {x: main.x, y: main.y, width: main.width, height: last.bottom + 16 - main.y, scale: 1};
"""


if __name__ == "__main__":
    sys.exit(main())
