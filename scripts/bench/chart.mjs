// Draws a chart as a self-contained SVG image for light and dark pages, without scripts or special fonts.

const [WIDTH, HEIGHT] = [760, 420];
const BOX = { left: 76, right: WIDTH - 250, top: 80, bottom: HEIGHT - 52 };

/** Minimum vertical distance between the names of two series, in pixels. */
const NAME_GAP = 20;

const STYLE = `
  svg { color-scheme: light dark; font: 13px system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; }
  .page { fill: #ffffff; stroke: #d0d7de; } .ink { fill: #1f2328; } .faint { fill: #59636e; }
  .grid { stroke: #d0d7de; stroke-width: 1; } .title { font-size: 16px; font-weight: 600; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; stroke: #3d444d; } .ink { fill: #f0f6fc; } .faint { fill: #9198a1; }
    .grid { stroke: #2a313a; }
  }`;

/** Colors that color-blind people can tell apart (Okabe and Ito). */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c8c8c'];

/**
 * Draws seconds over n, on a logarithmic scale. The name of each series is to the right of its line.
 *
 * @param {{ title: string, subtitle: string, series: { name: string, points: [n: number, seconds: number][] }[] }}
 *   chart
 */
export function lineChart({ title, subtitle, series }) {
  const points = series.flatMap(({ points }) => points);
  const sizes = [...new Set(points.map(([n]) => n))].sort((a, b) => a - b);
  const logs = points.map(([, seconds]) => Math.log10(seconds));
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  const x = (n) => round(BOX.left + ((n - sizes[0]) / (sizes.at(-1) - sizes[0])) * (BOX.right - BOX.left));
  const y = (seconds) => round(BOX.bottom - ((Math.log10(seconds) - low) / (high - low)) * (BOX.bottom - BOX.top));

  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const grid = ticks.flatMap((seconds) => [
    `<line class="grid" x1="${BOX.left}" x2="${BOX.right}" y1="${y(seconds)}" y2="${y(seconds)}"/>`,
    text(BOX.left - 10, y(seconds) + 4, tick(seconds), 'faint', 'end'),
  ]);
  const numbers = sizes.map((n) => text(x(n), BOX.bottom + 22, n, 'faint', 'middle'));
  const heights = spreadOut(series.map(({ points }) => y(points.at(-1)?.[1])));
  const lines = series.flatMap(({ name, points }, i) => {
    const color = COLORS[i % COLORS.length];
    const left = BOX.right + 16;
    const height = heights[i];
    const corners = points.map(([n, seconds]) => `${x(n)},${y(seconds)}`);
    return [
      `<polyline class="line" stroke="${color}" points="${corners.join(' ')}"/>`,
      ...points.map(([n, seconds]) => `<circle r="3.5" fill="${color}" cx="${x(n)}" cy="${y(seconds)}"/>`),
      `<line class="line" stroke="${color}" x1="${left}" x2="${left + 18}" y1="${height}" y2="${height}"/>`,
      text(BOX.right + 42, height + 4, name, 'ink'),
    ];
  });
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
${text(24, 34, title, 'ink title')}
${text(24, 55, subtitle, 'faint')}
${[...grid, ...numbers, text((BOX.left + BOX.right) / 2, HEIGHT - 12, 'n', 'faint', 'middle'), ...lines].join('\n')}
</svg>
`;
}

/** Formats seconds for an axis label: 10ms, 1s. The seconds are a power of ten. */
function tick(seconds) {
  if (seconds > 0.5) return `${Math.round(seconds)}s`;
  return seconds > 0.5e-3 ? `${Math.round(seconds * 1e3)}ms` : `${Math.round(seconds * 1e6)}µs`;
}

/** Moves names down until none overlap. `heights` are their y coordinates. */
function spreadOut(heights) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  for (let k = 1; k < order.length; k++) {
    moved[order[k]] = Math.max(moved[order[k]], moved[order[k - 1]] + NAME_GAP);
  }
  return moved;
}

function text(x, y, words, classes, anchor = 'start') {
  const position = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"`;
  return `<text class="${classes}" ${position}>${escaped(String(words))}</text>`;
}

function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function round(value) {
  return Math.round(value * 10) / 10;
}
