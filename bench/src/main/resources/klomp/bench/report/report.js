(function () {
  "use strict";
  var charts = JSON.parse(document.getElementById("charts").textContent);
  document.getElementById("raw-text").textContent = document.getElementById("results").textContent.trim();
  var drawn = [];
  var dashes = [[], [8, 4], [2, 3], [10, 4, 2, 4], [4, 4]];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
  function format(value, unit) {
    if (value == null) return "-";
    if (unit === "%") return (value > 0 ? "+" : "") + value.toFixed(1) + " %";
    return Math.round(value).toLocaleString("en-US");
  }
  function hidden(values, label) {
    return { label: label, scale: "y", stroke: "transparent", width: 0, points: { show: false } };
  }
  function draw(chart) {
    var place = document.getElementById(chart.id);
    place.textContent = "";
    var positions = chart.x.map(function (_, i) { return i; });
    var data = [positions];
    var series = [{ label: chart.xTitle, value: function (u, v) { return v == null ? "-" : chart.x[v]; } }];
    var bands = [];
    chart.series.forEach(function (line) {
      var stroke = colour("--hue" + (line.hue % 7));
      data.push(line.points.map(function (p) { return p && p.value; }));
      series.push({
        label: line.label,
        stroke: stroke,
        width: 2,
        dash: dashes[line.dash % dashes.length],
        points: { show: true, size: 6, fill: stroke },
        value: function (u, v) { return format(v, chart.unit); }
      });
    });
    chart.series.forEach(function (line) {
      var top = data.length;
      data.push(line.points.map(function (p) { return p && p.max; }));
      data.push(line.points.map(function (p) { return p && p.min; }));
      series.push(hidden(null, line.label + " max"), hidden(null, line.label + " min"));
      bands.push({ series: [top, top + 1], fill: colour("--hue" + (line.hue % 7)) + "22" });
    });
    var axis = { stroke: colour("--text"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
    var last = positions.length - 1;
    var plot = new uPlot({
      width: place.clientWidth,
      height: Math.max(260, Math.min(420, place.clientWidth * 0.6)),
      series: series,
      bands: bands,
      scales: {
        x: { time: false, range: function () { return [-0.25, last + 0.25]; } },
        y: { range: function (u, min, max) {
          if (chart.unit !== "%") min = 0;
          return uPlot.rangeNum(Math.min(0, min), Math.max(max, 1), 0.1, true);
        } }
      },
      cursor: { drag: { setScale: false } },
      axes: [
        Object.assign({}, axis, {
          label: chart.xTitle,
          splits: function () { return positions; },
          values: function (u, splits) { return splits.map(function (i) { return chart.x[i]; }); }
        }),
        Object.assign({}, axis, {
          size: 76,
          values: function (u, splits) { return splits.map(function (v) { return format(v, chart.unit); }); }
        })
      ]
    }, data, place);
    // The range lines are drawn as bands only: their legend rows would say nothing new.
    var rows = plot.root.querySelectorAll(".u-legend .u-series");
    for (var i = chart.series.length + 1; i < rows.length; i++) rows[i].style.display = "none";
    return plot;
  }
  function drawAll() {
    drawn.forEach(function (plot) { plot.destroy(); });
    drawn = charts.map(draw);
  }
  drawAll();
  var width = window.innerWidth;
  window.addEventListener("resize", function () {
    if (window.innerWidth !== width) { width = window.innerWidth; drawAll(); }
  });
  ["(prefers-color-scheme: dark)", "print"].forEach(function (query) {
    window.matchMedia(query).addEventListener("change", drawAll);
  });
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("section details").forEach(function (d) {
      if (!d.querySelector("pre") && !d.open) { d.open = true; d.dataset.forPrint = "1"; }
    });
  });
  window.addEventListener("afterprint", function () {
    document.querySelectorAll("details[data-for-print]").forEach(function (d) { d.open = false; delete d.dataset.forPrint; });
  });
})();
