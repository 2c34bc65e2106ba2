// Search in the page: every word of the query must be found; names count more than facts, facts more than text.
(function () {
  "use strict";
  var entries = window.steleIndex || [];
  var root = document.documentElement.dataset.root || "";
  var input = document.getElementById("query");
  var list = document.getElementById("results");
  var status = document.getElementById("found");
  if (!input || !list) { return; }
  var MOST = 40, ROMAN = { i: 1, ii: 2, iii: 3, iv: 4, v: 5 };

  function plain(text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }
  function wordsOf(text) { return plain(text).split(/[^a-z0-9]+/).filter(Boolean); }

  // "age 2" and "age II" are one word of the query, as they are one fact of a card.
  function queryOf(text) {
    return plain(text).replace(/\bage\s*(\d|i{1,3}|iv|v)\b/g, function (_, number) {
      return "age" + (ROMAN[number] || number);
    }).split(/[^a-z0-9]+/).filter(Boolean);
  }

  var facts = Object.create(null);
  var prepared = entries.map(function (entry) {
    var made = { name: wordsOf(entry.n), facts: Object.create(null), text: wordsOf(entry.s), entry: entry };
    entry.f.forEach(function (fact) { wordsOf(fact).forEach(function (word) { made.facts[word] = true; facts[word] = true; }); });
    return made;
  });

  function begins(words, start) { return words.some(function (word) { return word.indexOf(start) === 0; }); }

  function weigh(made, word) {
    if (made.name.indexOf(word) >= 0) { return 60; }
    if (made.facts[word]) { return 40; }
    if (begins(made.name, word)) { return 30; }
    // A word that names a colour, an age or a good is meant as one: text that only mentions it comes far behind.
    if (facts[word]) { return made.text.indexOf(word) >= 0 ? 1 : 0; }
    return begins(made.text, word) ? 8 : 0;
  }

  function search(text) {
    var query = queryOf(text);
    if (!query.length) { return []; }
    var found = [];
    prepared.forEach(function (made, order) {
      var total = 0;
      for (var at = 0; at < query.length; at++) {
        var weight = weigh(made, query[at]);
        if (!weight) { return; }
        total += weight;
      }
      found.push({ entry: made.entry, weight: total, order: order, isExact: made.name.join(" ") === query.join(" ") });
    });
    found.sort(function (a, b) { return b.isExact - a.isExact || b.weight - a.weight || a.order - b.order; });
    // Where facts decide, what merely mentions them is left out.
    var best = found.reduce(function (most, one) { return Math.max(most, one.weight); }, 0);
    return found.filter(function (one) { return best < 40 || one.weight * 3 >= best; }).map(function (one) { return one.entry; });
  }

  var at = -1, shown = [];

  function close() { list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); at = -1; }

  function choose(number) {
    var options = list.children;
    if (at >= 0 && options[at]) { options[at].setAttribute("aria-selected", "false"); }
    at = options.length ? (number + options.length) % options.length : -1;
    if (at < 0) { return; }
    options[at].setAttribute("aria-selected", "true");
    options[at].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[at].id);
  }

  function show() {
    var all = search(input.value);
    shown = all.slice(0, MOST);
    list.textContent = "";
    shown.forEach(function (entry, number) {
      var option = document.createElement("a"), more = document.createElement("small");
      option.id = "result-" + number;
      option.href = root + entry.u;
      option.tabIndex = -1;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.append(entry.n);
      more.textContent = entry.k + (entry.d ? " · " + entry.d : "");
      option.append(more);
      list.append(option);
    });
    var isOpen = shown.length > 0;
    at = -1;
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    input.removeAttribute("aria-activedescendant");
    status.textContent = input.value.trim() ? (all.length ? status.dataset.some.replace("#", all.length) : status.dataset.none) : "";
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", function () { if (input.value.trim()) { show(); } });
  input.addEventListener("keydown", function (event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) { show(); }
      choose(event.key === "ArrowDown" ? at + 1 : at < 0 ? -1 : at - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      var entry = shown[at < 0 ? 0 : at];
      if (entry && !list.hidden) { location.href = root + entry.u; }
    } else if (event.key === "Escape") {
      event.preventDefault(); // the browser itself would empty the field at once
      if (list.hidden) { input.value = ""; }
      close();
    }
  });
  document.addEventListener("keydown", function (event) {
    var tag = document.activeElement ? document.activeElement.tagName : "";
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(tag) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  document.addEventListener("click", function (event) { if (!event.target.closest(".search")) { close(); } });
  var asked = new URLSearchParams(location.search).get("q");
  if (asked) { input.value = asked; input.focus(); show(); }
  window.steleSearch = search;
})();
