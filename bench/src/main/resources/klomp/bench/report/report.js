(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const charts = JSON.parse(byId("charts").textContent);
  const DASHES = [[], [7, 4], [2, 3], [10, 4, 2, 4]];
  const LINE_HUES = 7;
  const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const isBars = (chart) => chart.axes.form === "STACKED" || chart.axes.form === "SHARES";

  // ---- figures ----

  const fixed = (value, digits) =>
    value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  function written(value, unit) {
    if (value == null) return "-";
    if (unit === "CHANGE") return Math.abs(value) < 0.05 ? "+0.0 %" : (value > 0 ? "+" : "") + fixed(value, 1) + " %";
    if (unit === "SHARE") return fixed(value, value < 10 ? 1 : 0) + " %";
    if (unit === "MICROS") return value >= 1e6 ? short(value / 1e6) + " s" : value >= 1e3 ? short(value / 1e3) + " ms" : short(value) + " µs";
    return fixed(value, 0);
  }
  const short = (value) => fixed(value, value >= 99.5 || Number.isInteger(value) ? 0 : 1);
  // An axis has room for few characters; all its labels are written alike.
  function tick(value, unit, all) {
    if (unit === "PER_SECOND" && all && Math.max(...all) >= 1e4) return value === 0 ? "0" : short(value / 1e3) + "k";
    if (unit === "CHANGE") return (value > 0 ? "+" : "") + fixed(value, 0) + " %";
    if (unit === "SHARE") return fixed(value, 0) + " %";
    return written(value, unit);
  }

  // ---- how series look ----

  const lineColour = (line) => colour("--hue" + (line.hue % LINE_HUES));
  const partColour = (chart, part) =>
    chart.axes.form === "SHARES" ? colour("--step" + (part.hue % 9)) : colour("--part" + (part.hue % LINE_HUES));

  // A marker a hue, so that colour is never the only sign.
  function marker(path, hue, x, y, r) {
    switch (hue % LINE_HUES) {
      case 0: path.moveTo(x + r, y); path.arc(x, y, r, 0, 2 * Math.PI); break;
      case 1: path.rect(x - r, y - r, 2 * r, 2 * r); break;
      case 2: polygon(path, [[x, y - 1.25 * r], [x + 1.2 * r, y + r], [x - 1.2 * r, y + r]]); break;
      case 3: polygon(path, [[x, y + 1.25 * r], [x + 1.2 * r, y - r], [x - 1.2 * r, y - r]]); break;
      case 4: polygon(path, [[x, y - 1.35 * r], [x + 1.35 * r, y], [x, y + 1.35 * r], [x - 1.35 * r, y]]); break;
      case 5: polygon(path, [0, 1, 2, 3, 4].map((i) => [x + 1.3 * r * Math.sin(i * 1.2566), y - 1.3 * r * Math.cos(i * 1.2566)])); break;
      default: polygon(path, [[-1, -.4], [-.4, -.4], [-.4, -1], [.4, -1], [.4, -.4], [1, -.4], [1, .4], [.4, .4], [.4, 1], [-.4, 1], [-.4, .4], [-1, .4]]
        .map(([dx, dy]) => [x + 1.25 * r * dx, y + 1.25 * r * dy]));
    }
  }
  function polygon(path, points) {
    points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
  }

  function fillOf(context, base, dash, ratio) {
    if (!dash) return base;
    const size = 7 * ratio;
    const tile = document.createElement("canvas");
    tile.width = tile.height = size;
    const pen = tile.getContext("2d");
    pen.fillStyle = base;
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = colour("--hatch");
    pen.lineWidth = 1.1 * ratio;
    pen.globalAlpha = 0.75;
    const stroke = (x1, y1, x2, y2) => { pen.beginPath(); pen.moveTo(x1, y1); pen.lineTo(x2, y2); pen.stroke(); };
    if (dash === 1 || dash === 3) { stroke(-1, size + 1, size + 1, -1); stroke(-1, 1, 1, -1); stroke(size - 1, size + 1, size + 1, size - 1); }
    if (dash === 2 || dash === 3) { stroke(-1, -1, size + 1, size + 1); stroke(size - 1, -1, size + 1, 1); stroke(-1, size - 1, 1, size + 1); }
    return context.createPattern(tile, "repeat");
  }

  // ---- charts ----

  const state = charts.map((chart) => ({ chart, view: chart.views.length - 1, off: new Set(), plot: null, values: [] }));
  let printing = false;

  function widthOf(place) {
    const width = Math.floor(place.getBoundingClientRect().width);
    return printing ? Math.min(width, 660) : width;
  }
  const axisLook = () => ({
    stroke: colour("--muted"), font: FONT,
    grid: { stroke: colour("--grid"), width: 1 }, ticks: { stroke: colour("--line"), width: 1, size: 5 },
  });

  function draw(one) {
    const place = byId(one.chart.id);
    if (one.plot) one.plot.destroy();
    place.textContent = "";
    one.plot = isBars(one.chart) ? bars(one, place) : lines(one, place);
  }

  function lines(one, place) {
    const { chart } = one;
    const view = chart.views[one.view];
    const unit = chart.axes.unit;
    const positions = view.x.map((_, i) => i);
    const log = chart.axes.form === "LOG_LINES";
    const data = [positions];
    const series = [{}];
    const bands = [];
    view.series.forEach((line) => {
      const stroke = lineColour(line);
      data.push(line.points.map((p) => p && p.value));
      series.push({
        label: line.label, stroke, width: 2, dash: DASHES[line.dash % DASHES.length], show: !one.off.has(line.label),
        points: {
          show: true, size: 8, width: 1.5, stroke, fill: line.dash ? colour("--back") : stroke,
          paths: (u, i, from, to) => {
            const path = new Path2D();
            for (let k = from; k <= to; k++) {
              const value = u.data[i][k];
              if (value != null) marker(path, line.hue, u.valToPos(k, "x", true), u.valToPos(value, "y", true), 3.6 * devicePixelRatio);
            }
            return { fill: path, stroke: path, clip: null, flags: 3 };
          },
        },
      });
    });
    view.series.forEach((line) => {
      const top = data.length;
      const show = !one.off.has(line.label);
      data.push(line.points.map((p) => p && p.max), line.points.map((p) => p && p.min));
      const edge = { stroke: "transparent", width: 0, points: { show: false }, show };
      series.push({ ...edge }, { ...edge });
      bands.push({ series: [top, top + 1], fill: lineColour(line) + (view.series.length > 8 ? "18" : "22") });
    });
    const last = positions.length - 1;
    const width = widthOf(place);
    const names = width < 600 ? view.x.map((name) => name.replace(/(\d),000$/, "$1k")) : view.x;
    const axis = axisLook();
    const guide = chart.axes.guide;
    const plot = new uPlot({
      width, height: Math.round(Math.max(280, Math.min(440, width * 0.5))),
      series, bands, legend: { show: false }, padding: [10, Math.max(8, 4 * names[last].length - width / (last + 1.5) / 8), 0, 0],
      focus: { alpha: 0.2 },
      cursor: { drag: { setScale: false, x: false, y: false }, focus: { prox: 0 }, y: false, points: { show: false } },
      scales: {
        x: { time: false, range: () => [-0.25, last + 0.25] },
        y: log
          ? { distr: 3, log: 10, range: (u, min, max) => [10 ** Math.floor(Math.log10(min || 1)), 10 ** Math.ceil(Math.log10(max || 10) + 1e-9)] }
          : { range: (u, min, max) => spread(Math.min(min, -guide * 1.1), Math.max(max, guide * 1.1), unit) },
      },
      axes: [
        { ...axis, size: 30, label: chart.axes.xTitle, labelFont: FONT, labelSize: 18, labelGap: 0, splits: () => positions, values: (u, splits) => splits.map((i) => names[i]) },
        {
          ...axis, size: 62,
          values: (u, splits) => splits.map((v) => (v == null || (log && Math.abs(Math.log10(v) % 1) > 1e-6) ? "" : tick(v, unit, splits))),
        },
      ],
      hooks: {
        setCursor: [(u) => showValues(one, u.cursor.idx == null ? last : u.cursor.idx)],
        drawAxes: unit !== "CHANGE" ? [] : [(u) => {
          level(u, 0, []);
          if (guide) [guide, -guide].forEach((value) => level(u, value, [6, 4]));
        }],
      },
    }, data, place);
    return plot;
  }
  function spread(min, max, unit) {
    if (unit === "SHARE") return [0, 105];
    return uPlot.rangeNum(Math.min(0, min == null ? 0 : min), Math.max(max == null ? 1 : max, unit === "CHANGE" ? 1 : 0.001), 0.06, true);
  }
  function level(u, value, dash) {
    const y = Math.round(u.valToPos(value, "y", true));
    u.ctx.save();
    u.ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
    u.ctx.strokeStyle = colour("--muted");
    u.ctx.lineWidth = devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(u.bbox.left, y);
    u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
    u.ctx.stroke();
    u.ctx.restore();
  }

  // Parts add up: the last total is drawn first, and the others over it.
  function bars(one, place) {
    const { chart } = one;
    const view = chart.views[one.view];
    const unit = chart.axes.unit;
    const rows = view.x.map((_, i) => i);
    const sums = [];
    view.series.forEach((part, k) => sums.push(part.points.map((p, i) => (p ? p.value : 0) + (k ? sums[k - 1][i] : 0))));
    const order = view.series.map((_, k) => k).reverse();
    const most = chart.axes.form === "SHARES" ? 100 : Math.max(...sums[sums.length - 1]) * 1.04 || 1;
    const width = widthOf(place);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = FONT;
    const names = Math.ceil(Math.max(...view.x.map((name) => pen.measureText(name).width))) + 14;
    const axis = axisLook();
    const look = (part) => ({
      label: part.label,
      paths: uPlot.paths.bars({ size: [0.72, 26] }),
      points: { show: false },
      stroke: colour("--back"), width: 1,
      fill: (u) => fillOf(u.ctx, partColour(chart, part), chart.axes.form === "SHARES" ? 0 : part.dash, devicePixelRatio),
    });
    return new uPlot({
      width, height: rows.length * 30 + 44,
      series: [{}, ...order.map((k) => look(view.series[k]))],
      legend: { show: false }, padding: [4, 24, 0, 0],
      cursor: { drag: { setScale: false, x: false, y: false }, x: false, y: false, points: { show: false } },
      scales: {
        x: { time: false, ori: 1, dir: -1, range: () => [-0.5, rows.length - 0.5] },
        y: { ori: 0, dir: 1, range: () => [0, most] },
      },
      axes: [
        { ...axis, scale: "x", side: 3, size: names, stroke: colour("--text"), grid: { show: false }, ticks: { show: false }, gap: 6, splits: () => rows, values: (u, splits) => splits.map((i) => view.x[i]) },
        { ...axis, scale: "y", side: 2, size: 32, space: 64, values: (u, splits) => splits.map((v) => tick(v, unit)) },
      ],
      hooks: { setCursor: [(u) => showValues(one, u.cursor.idx == null ? null : u.cursor.idx)] },
    }, [rows, ...order.map((k) => sums[k])], place);
  }

  // ---- legends: what each sign means, and the values where the pointer is ----

  function swatch(one, item) {
    const canvas = document.createElement("canvas");
    const ratio = Math.max(2, devicePixelRatio);
    canvas.width = 34 * ratio;
    canvas.height = 14 * ratio;
    const pen = canvas.getContext("2d");
    if (isBars(one.chart)) {
      pen.fillStyle = fillOf(pen, partColour(one.chart, item), one.chart.axes.form === "SHARES" ? 0 : item.dash, ratio);
      pen.fillRect(0, 0, canvas.width, canvas.height);
    } else {
      pen.scale(ratio, ratio);
      pen.strokeStyle = lineColour(item);
      pen.lineWidth = 2;
      pen.setLineDash(DASHES[item.dash % DASHES.length]);
      pen.beginPath();
      pen.moveTo(0, 7);
      pen.lineTo(34, 7);
      pen.stroke();
      pen.setLineDash([]);
      const path = new Path2D();
      marker(path, item.hue, 17, 7, 4);
      pen.lineWidth = 1.5;
      pen.fillStyle = item.dash ? colour("--back") : lineColour(item);
      pen.fill(path);
      pen.stroke(path);
    }
    canvas.setAttribute("aria-hidden", "true");
    return canvas;
  }

  function legend(one) {
    const place = byId(one.chart.id + "-legend");
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.label : null;
    const view = one.chart.views[one.view];
    place.textContent = "";
    place.classList.toggle("short", one.chart.axes.form === "SHARES");
    const where = document.createElement("p");
    place.append(where);
    one.where = where;
    one.values = view.series.map((item, i) => {
      const entry = document.createElement(isBars(one.chart) ? "span" : "button");
      entry.className = "entry";
      const name = document.createElement("span");
      name.textContent = item.label;
      const value = document.createElement("span");
      value.className = "value";
      entry.append(swatch(one, item), name, value);
      if (!isBars(one.chart)) {
        entry.type = "button";
        entry.dataset.label = item.label;
        entry.setAttribute("aria-pressed", String(!one.off.has(item.label)));
        entry.addEventListener("click", () => toggle(one, item.label, i, entry));
        const dim = (on) => () => one.plot.setSeries(on ? i + 1 : null, { focus: true });
        entry.addEventListener("mouseenter", dim(true));
        entry.addEventListener("mouseleave", dim(false));
      }
      place.append(entry);
      if (focused === item.label) entry.focus();
      return value;
    });
    showValues(one, isBars(one.chart) ? null : view.x.length - 1);
  }

  function toggle(one, label, i, entry) {
    const show = one.off.has(label);
    if (show) one.off.delete(label); else one.off.add(label);
    entry.setAttribute("aria-pressed", String(show));
    const count = one.chart.views[one.view].series.length;
    one.plot.batch(() => {
      [i + 1, count + 1 + 2 * i, count + 2 + 2 * i].forEach((k) => one.plot.setSeries(k, { show }));
    });
  }

  function showValues(one, position) {
    if (!one.where) return;
    const view = one.chart.views[one.view];
    if (position == null) {
      one.where.textContent = "Point at a bar to see its figures.";
      one.values.forEach((value) => (value.textContent = ""));
      return;
    }
    const title = one.chart.axes.xTitle;
    one.where.textContent = title === "clients" || title === "buffers" || title === "subtransactions"
      ? "At " + view.x[position] + " " + title + ":" : view.x[position] + ":";
    view.series.forEach((item, i) => {
      const point = item.points[position];
      one.values[i].textContent = written(point && point.value, one.chart.axes.unit);
    });
  }

  function showTable(one) {
    byId(one.chart.id).closest("figure").querySelectorAll(".view").forEach((view) => {
      view.hidden = Number(view.dataset.view) !== one.view;
    });
  }

  state.forEach((one) => {
    const pick = byId(one.chart.id + "-view");
    if (pick) {
      pick.parentElement.hidden = false;
      one.view = Number(pick.value);
      pick.addEventListener("change", () => {
        one.view = Number(pick.value);
        draw(one);
        legend(one);
        showTable(one);
      });
    }
    showTable(one);
  });
  function drawAll() {
    state.forEach((one) => { draw(one); legend(one); });
  }
  drawAll();

  let drawnAt = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== drawnAt) { drawnAt = window.innerWidth; drawAll(); }
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);

  // ---- print: everything is open and fits the paper ----

  const opened = [];
  function forPrint(on) {
    if (on === printing) { if (on) drawAll(); return; }
    printing = on;
    if (on) {
      document.querySelectorAll("figure details:not([open])").forEach((d) => { d.open = true; opened.push(d); });
    } else {
      opened.splice(0).forEach((d) => (d.open = false));
    }
    drawAll();
  }
  window.addEventListener("beforeprint", () => forPrint(true));
  window.addEventListener("afterprint", () => forPrint(false));
  window.matchMedia("print").addEventListener("change", (event) => forPrint(event.matches));

  // ---- tables ----

  document.querySelectorAll("tr.sub td").forEach((cell) => {
    if (/^\+[^~]*%$/.test(cell.textContent) && !/^\+0\.0 /.test(cell.textContent)) cell.className = "up";
    if (/^-[^~]*%$/.test(cell.textContent)) cell.className = "down";
  });

  function asText(table) {
    const rows = [...table.rows].map((row) => [...row.cells].map((cell, i) =>
      (i === 0 && row.className === "sub" ? "  " : "") + cell.textContent));
    const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
    const line = (row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  ").trimEnd();
    rows.splice(1, 0, widths.map((width) => "-".repeat(width)));
    return rows.map(line).join("\n") + "\n";
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch (refused) {
      // Older browsers, and pages that are not from a secure place.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }
  document.querySelectorAll("button.copy").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(asText(byId(button.dataset.table)));
      button.focus();
      byId("said").textContent = "";
      byId("said").textContent = "Copied";
      const text = button.firstChild;
      text.data = "Copied";
      setTimeout(() => { text.data = "Copy as text"; }, 1500);
    });
  });

  // ---- raw results ----

  // What rows have in common stands once in the page; here each row gets it back.
  function unpacked(doc) {
    if (doc.kind !== "klomp-contention-packed") return doc;
    const named = (names, values) => {
      const all = {};
      names.forEach((name, i) => { if (values[i] != null) all[name] = values[i]; });
      return all;
    };
    return {
      schema: doc.schema,
      kind: "klomp-contention",
      rows: doc.rows.map((row) => ({
        origin: doc.origins[row.at[0]],
        settings: doc.settings[row.at[1]],
        experiment: doc.experiments[row.at[2]],
        variant: doc.variants[row.at[3]],
        clients: row.clients,
        run: row.run,
        counts: row.counts,
        clog: named(doc.clog, row.clog),
        waits: named(doc.waits, row.waits),
      })),
    };
  }
  const rawText = () => JSON.stringify(unpacked(JSON.parse(byId("results").textContent)), null, 2) + "\n";
  byId("raw-details").addEventListener("toggle", (event) => {
    if (event.target.open && !byId("raw-text").textContent) byId("raw-text").textContent = rawText();
  });
  const save = byId("save");
  save.hidden = false;
  save.href = "#raw";
  save.addEventListener("click", (event) => {
    if (save.href.startsWith("blob:")) return;
    save.href = URL.createObjectURL(new Blob([rawText()], { type: "application/json" }));
    setTimeout(() => { URL.revokeObjectURL(save.href); save.href = "#raw"; }, 60000);
  });
})();
