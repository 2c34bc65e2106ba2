"""A headless Chromium that looks at pages on disk, with no network and nothing remembered from an
earlier run.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
DESK, PHONE = (1280, 800), (360, 740)
PATIENCE = 300  # seconds: a busy machine is no failure


def is_there() -> bool:
    """Tell whether there is a browser that can be driven."""
    return shutil.which("chromium") is not None and shutil.which("chromedriver") is not None


class Browser:
    """One window and what a reader does in it."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.resize(*DESK)

    def open(self, page: Path, address: str = "") -> None:
        """Open a page on disk; the address may add a query or an anchor."""
        self.driver.get(page.resolve().as_uri() + address)

    def resize(self, width: int, height: int) -> None:
        """Give the window a size.

        It is no `mobile` one: that would zoom out on a page that is too wide, and hide it.
        """
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, theme: str) -> None:
        """Let the system prefer `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": theme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def allow_scripts(self, allowed: bool) -> None:
        """Let pages that are opened from now on run scripts, or not."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not allowed})

    def run(self, script: str, *values: object) -> Any:
        """Run a script in the page and return what it returns."""
        return self.driver.execute_script(script, *values)

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        webdriver.ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def focus(self) -> WebElement:
        """Return what has the focus."""
        return self.driver.switch_to.active_element

    def one(self, selector: str) -> WebElement:
        """Return the first element that a selector finds."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all elements that a selector finds."""
        found: list[str] = self.run(
            "return Array.from(document.querySelectorAll(arguments[0]), one => one.textContent)", selector
        )
        return found

    def colours(self, selector: str = "body") -> tuple[str, str]:
        """Return the colours of an element: its ground and its ink."""
        script = "const s = getComputedStyle(document.querySelector(arguments[0])); return [s.backgroundColor, s.color]"
        ground, ink = self.run(script, selector)
        return ground, ink

    def wait_for(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02).until(lambda _: self.run(f"return {script}"))

    def complaints(self) -> list[str]:
        """Return what the browser has complained of since this was last asked."""
        return [entry["message"] for entry in self.log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def log(self, kind: str) -> list[dict[str, Any]]:
        """Return what was written into a log since this was last asked."""
        listed: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call] # selenium has no types for it
        return listed

    def requests(self) -> list[str]:
        """Return every address that was asked for since this was last asked."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def findings(self, most: int = 6, rules: Sequence[str] = ()) -> list[str]:
        """Return what axe-core finds in the page that is serious or critical, with the first places
        of each; by all of its rules or by some.

        Of long lists it sees the beginning: what follows is made by the same lines of a template,
        and would take minutes.
        """
        self.run(SHORTEN, most)
        if not self.run("return 'axe' in window"):
            self.run((files("selenium_axe_python") / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.driver.execute_async_script(AXE, list(rules))
        return [
            f"{one['impact']} {one['id']}: {node['target'][0]} {node['any'][0]['message'] if node['any'] else ''}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]


SHORTEN = """
for (const one of document.querySelectorAll("main, main :not(svg, svg *, dl, dl *)")) {
  while (one.children.length > Math.max(arguments[0], one === document.querySelector("main") ? 12 : 0)) { one.lastElementChild.remove(); }
}
"""
AXE = """
const [rules, done] = arguments;
const only = rules.length ? {runOnly: {type: "rule", values: rules}} : {};
axe.run(document, {resultTypes: ["violations"], elementRef: false, ...only}).then(found => done(found.violations));
"""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser with an empty profile, and end it."""
    with TemporaryDirectory(prefix="stele-browser-", ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # Chromium has none for root
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver") or "")
        driver = webdriver.Chrome(options=options, service=service)
        driver.set_script_timeout(PATIENCE)
        if not isinstance(driver.command_executor, str):
            driver.command_executor.client_config.timeout = PATIENCE
        try:
            yield Browser(driver)
        finally:
            driver.quit()


__all__ = ["DESK", "PHONE", "Browser", "By", "Keys", "browser", "is_there"]
