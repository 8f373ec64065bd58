// Computes every figure of every table from the results in the page, apart from the code that wrote
// the tables, and answers how many cells there are and which are wrong.
(() => {
  const doc = JSON.parse(document.getElementById("results").textContent);
  const named = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i] ?? undefined]));
  const rows = doc.rows.map((row) => ({
    ...doc.experiments[row.at[2]], variant: doc.variants[row.at[3]], clients: row.clients, run: row.run,
    counts: row.counts, clog: named(doc.clog, row.clog), waits: named(doc.waits, row.waits),
  }));
  const label = (variant) => variant.strategy + (variant.buffers ? "/" + variant.buffers : "");
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  function sample(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const n = sorted.length;
    return { runs: n, median: (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2, min: sorted[0], max: sorted[n - 1] };
  }
  const three = (s) => (s.min === s.max ? [s.median] : [s.median, s.min, s.max]);

  function cell(kind, target, durability, line, position, clients) {
    return rows.filter((row) => row.kind === kind && row.target === target && row.durability === durability &&
      (kind === "clients" ? label(row.variant) === line && row.clients === position
        : kind === "overflow" ? label(row.variant) === line && row.subtransactions === position && row.clients === clients
          : row.variant.strategy === line && (line === "direct" || row.variant.buffers === position) && row.clients === clients));
  }
  const tps = (cells) => sample(cells.map((row) => row.counts.tps));
  const perCommit = (cells, field, name) =>
    cells.every((row) => row[field][name] === undefined) ? undefined
      : sum(cells.map((row) => row[field][name] ?? 0)) / Math.max(1, sum(cells.map((row) => row.counts.commits)));
  const EVENTS = {
    "commit log: control lock": "clog.controlLock", "commit log: content lock": "clog.contentLock",
    "commit log: group's leader": "clog.groupUpdate", "commit log: single writer": "clog.handover",
    "commit log: page in transfer": "clog.slotIo", "commit log: page read": "clog.pageRead",
    "WAL: sync": "wal.sync", "WAL: room in the ring": "wal.space", "key lock": "lock.key",
    "data page: read": "page.read", "data page: free frame": "page.frame",
    "tree latch": "tree.latch", "checkpoint gate": "checkpoint.gate",
  };
  const waited = (cells, event) => (perCommit(cells, "waits", "wait." + event + ".nanos") ?? 0) / 1000;
  const LATENCIES = { p50: "p50Micros", p95: "p95Micros", p99: "p99Micros", "p99.9": "p999Micros", max: "maxMicros" };

  const problems = [];
  let checked = 0;
  function compare(where, text, expected) {
    checked++;
    const found = text === "-" || text === "base" ? [] : (text.match(/[+-]?\d[\d,]*(\.\d+)?/g) || []);
    const right = found.length === expected.length && found.every((number, i) => {
      const digits = (number.split(".")[1] || "").length;
      const value = Number(number.replaceAll(",", ""));
      return Math.abs(value - expected[i]) <= 0.5 * 10 ** -digits * (1 + 1e-6) + 1e-9 * Math.abs(value);
    });
    if (!right) problems.push(where + ": " + text + " is not " + expected.join(", "));
  }

  const tables = [...document.querySelectorAll("table[id]")];
  const number = (text) => Number(text.replaceAll(",", ""));
  for (const table of tables) {
    const [, target, durability, what, , view] = /^([a-z]+)-([a-z]+)-(.*?)(-table-(\d+))?$/.exec(table.id);
    const kind = what.startsWith("buffers") ? "buffers" : what.startsWith("worst") ? "worst-case"
      : what.startsWith("overflow") ? "overflow" : "clients";
    const select = view && document.getElementById(table.id.replace(/-table-\d+$/, "") + "-view");
    const mine = rows.filter((row) => row.kind === kind && row.target === target && row.durability === durability);
    const numbers = [...new Set(mine.map((row) => row.clients))].sort((a, b) => a - b);
    const clients = select ? parseInt(select.options[Number(view)].text, 10) : numbers[numbers.length - 1];
    const header = [...table.tHead.rows[0].cells].map((head) => head.textContent);
    const column = (name) => number(name);
    let line = "";
    for (const row of table.tBodies[0].rows) {
      const first = row.cells[0].textContent;
      if (row.className !== "sub") line = first;
      [...row.cells].slice(1).forEach((td, i) => {
        const name = header[i + 1];
        const where = table.id + " " + line + " " + first + " " + name;
        const here = (position) => cell(kind, target, durability, line, position, clients);
        const one = (position) => compare(where, td.textContent, position);
        if (what === "clients-table") {
          const cells = here(column(name));
          const base = cell(kind, target, durability, "control-lock/32", column(name));
          if (first === line) one([tps(cells).median]);
          else if (first === "range") compare(where, td.textContent.replace("-", " "), [tps(cells).min, tps(cells).max]);
          else if (line === "control-lock/32") one([]);
          else {
            one([(tps(cells).median / tps(base).median - 1) * 100]);
            const same = tps(cells).runs > 1 && tps(cells).min <= tps(base).max && tps(base).min <= tps(cells).max;
            if (same !== td.textContent.endsWith("~")) problems.push(where + ": wrong mark " + td.textContent);
          }
        } else if (what.endsWith("-tps")) {
          one(three(tps(here(column(name)))));
        } else if (what.endsWith("-gain")) {
          const base = kind === "clients" ? cell(kind, target, durability, "control-lock/32", column(name)) : here(0);
          const mine = tps(here(column(name)));
          const change = (value) => (value / tps(base).median - 1) * 100;
          one(three({ median: change(mine.median), min: change(mine.min), max: change(mine.max) }));
        } else if (what === "buffers-hits") {
          one(three(sample(here(column(name)).map((r) => 100 * r.clog["clog.hits"] / (r.clog["clog.hits"] + r.clog["clog.misses"])))));
        } else if (what === "clients-latency") {
          one(three(sample(here(clients).map((r) => r.counts.latency[LATENCIES[name]]))));
        } else if (what === "waits") {
          const cells = here(clients);
          const shown = header.slice(1, -1).filter((event) => EVENTS[event]);
          const all = sum(Object.values(EVENTS).map((event) => waited(cells, event)));
          one([name === "total" ? all
            : name === "all others" ? all - sum(shown.map((event) => waited(cells, EVENTS[event])))
              : waited(cells, EVENTS[name])]);
        } else if (what === "groups") {
          const cells = here(clients);
          const size = (text) => perCommit(cells, "clog", "clog.groupsOf." + text.replaceAll(" ", ""));
          one([100 * size(name) / sum(header.slice(1).map(size))]);
        } else if (what === "aborts") {
          const cells = here(column(name));
          one([100 * sum(cells.map((r) => r.counts.aborts)) / sum(cells.map((r) => r.counts.commits))]);
        } else if (what === "clog") {
          one([perCommit(here(numbers[numbers.length - 1]), "clog", "clog." + name)]);
        } else {
          problems.push("nobody checks the table " + table.id);
        }
      });
    }
  }
  return { tables: tables.length, cells: checked, problems };
})()
