// Light or dark: as the system says, until the reader chooses. Runs before anything is painted.
(function () {
  "use strict";
  var root = document.documentElement;
  function remembered() { try { return localStorage.getItem("stele-theme"); } catch (e) { return null; } }
  function remember(theme) { try { localStorage.setItem("stele-theme", theme); } catch (e) { /* a page from disk may not keep anything */ } }
  var chosen = remembered();
  if (chosen === "dark" || chosen === "light") { root.dataset.theme = chosen; }
  document.addEventListener("DOMContentLoaded", function () {
    var button = document.getElementById("theme");
    if (!button) { return; }
    button.addEventListener("click", function () {
      var isDark = getComputedStyle(root).colorScheme.indexOf("dark") >= 0;
      root.dataset.theme = isDark ? "light" : "dark";
      remember(root.dataset.theme);
    });
  });
})();
