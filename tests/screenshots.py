"""Pictures of the reference: two small ones for the README, and pages to look at with one's own eyes.

`make screenshots` writes the first two into `tests/golden/screenshots` and the others into `build/screenshots`.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import HERE, ROOT
from tests.site.browser import PHONE, Browser, browser
from tests.site.sites import build

README = {
    "card-light.png": ("leaders/card-hypatia.html", "light", (760, 560)),
    "board-dark.png": ("base/board-alexandria.html", "dark", (760, 560)),
}
LOOK = ("index.html", "base/card-caravansery.html", "base/board-alexandria.html", "chains.html", "base/rulings.html")
SIZES = {"light": ("light", (1280, 900)), "dark": ("dark", (1280, 900)), "phone": ("light", PHONE)}


def main() -> int:
    """Build the site and take the pictures."""
    with TemporaryDirectory() as folder, browser() as window:
        site = build(Path(folder) / "site")
        for name, (page, theme, size) in README.items():
            take(window, site / page, theme, size, HERE / "golden" / "screenshots" / name)
        for page in LOOK:
            for name, (theme, size) in SIZES.items():
                file = ROOT / "build" / "screenshots" / f"{page.replace('/', '-').removesuffix('.html')}-{name}.png"
                take(window, site / page, theme, size, file)
    return 0


def take(window: Browser, page: Path, theme: str, size: tuple[int, int], file: Path) -> None:
    """Write a picture of the top of a page."""
    window.resize(*size)
    window.prefer(theme)
    window.open(page)
    taken = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": False})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(base64.b64decode(taken["data"]))
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
