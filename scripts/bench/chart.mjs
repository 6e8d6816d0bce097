// Draws charts as SVG images that stand alone: a page in light or dark mode, no script, no font that may be missing.

const SIZE = { width: 760, height: 420 };

/** What each chart brings along. Colours that are told apart by colour-blind people too (Okabe and Ito). */
const STYLE = `
  svg { color-scheme: light dark; font: 13px system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; }
  .page { fill: #ffffff; stroke: #d0d7de; } .ink { fill: #1f2328; } .faint { fill: #59636e; }
  .grid { stroke: #d0d7de; stroke-width: 1; } .title { font-size: 16px; font-weight: 600; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; stroke: #3d444d; } .ink { fill: #f0f6fc; } .faint { fill: #9198a1; } .grid { stroke: #2a313a; }
  }`;
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c8c8c'];

/** The picture around a drawing. */
function image({ title, subtitle, width = SIZE.width, height = SIZE.height }, drawing) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${text(24, 34, title, 'ink title')}
${text(24, 55, subtitle, 'faint')}
${drawing.join('\n')}
</svg>
`;
}

/**
 * Lines over whole numbers.
 *
 * @param {{
 *   title: string, subtitle: string,
 *   series: { name: string, points: [x: number, y: number][], dashed?: boolean }[],
 *   x: { title: string }, y: { log: boolean, format: (value: number) => string },
 * }} chart the names of the series stand at the end of their lines.
 */
export function lineChart({ series, x, y, ...head }) {
  const box = { left: 76, right: SIZE.width - 250, top: 80, bottom: SIZE.height - 52 };
  const xs = series.flatMap(({ points }) => points.map(([x]) => x));
  const ys = series.flatMap(({ points }) => points.map(([, y]) => y));
  const acrossX = scale([Math.min(...xs), Math.max(...xs)], [box.left, box.right]);
  const ticks = y.log ? decades(ys) : evenTicks(Math.max(...ys));
  const up = scale(y.log ? [Math.log10(ticks[0]), Math.log10(ticks.at(-1))] : [0, ticks.at(-1)], [box.bottom, box.top]);
  const acrossY = (value) => up(y.log ? Math.log10(value) : value);

  const grid = ticks.flatMap((value) => [
    `<line class="grid" x1="${box.left}" x2="${box.right}" y1="${round(acrossY(value))}" y2="${round(acrossY(value))}"/>`,
    text(box.left - 10, acrossY(value) + 4, y.format(value), 'faint', 'end'),
  ]);
  const numbers = readable([...new Set(xs)], acrossX).map((value) =>
    text(acrossX(value), box.bottom + 22, value, 'faint', 'middle'),
  );
  const lines = series.flatMap(({ points, dashed }, i) => {
    const path = points.map(([x, y]) => `${round(acrossX(x))},${round(acrossY(y))}`);
    const color = COLORS[i % COLORS.length];
    return [
      `<polyline class="line" stroke="${color}"${dashed ? ' stroke-dasharray="2 6"' : ''} points="${path.join(' ')}"/>`,
      ...(dashed
        ? []
        : path.map((at) => `<circle r="3.5" fill="${color}" cx="${at.split(',')[0]}" cy="${at.split(',')[1]}"/>`)),
    ];
  });
  // The names stand beside the ends of the lines, where those are close to each other a little apart.
  const ends = apart(
    series.map(({ points }) => acrossY(points.at(-1)[1])),
    20,
  );
  const names = series.flatMap(({ name, dashed }, i) => [
    `<line class="line" stroke="${COLORS[i % COLORS.length]}"${dashed ? ' stroke-dasharray="2 6"' : ''} x1="${box.right + 16}" x2="${box.right + 34}" y1="${round(ends[i])}" y2="${round(ends[i])}"/>`,
    text(box.right + 42, ends[i] + 4, name, 'ink'),
  ]);
  const titles = [text((box.left + box.right) / 2, SIZE.height - 12, x.title, 'faint', 'middle')];
  return image(head, [...grid, ...numbers, ...titles, ...lines, ...names]);
}

/**
 * Bars on a logarithmic scale, from the longest to the shortest or as they come.
 *
 * @param {{
 *   title: string, subtitle: string,
 *   bars: { name: string, value: number, note: string }[], format: (value: number) => string,
 * }} chart
 */
export function barChart({ bars, format, ...head }) {
  const [left, top, pitch] = [230, 78, 34];
  const height = top + bars.length * pitch + 22;
  const ticks = decades(bars.map(({ value }) => value));
  const along = scale([Math.log10(ticks[0]), Math.log10(ticks.at(-1))], [left, SIZE.width - 130]);
  const grid = ticks.flatMap((value) => {
    const at = round(along(Math.log10(value)));
    return [
      `<line class="grid" x1="${at}" x2="${at}" y1="${top - 6}" y2="${height - 34}"/>`,
      text(at, height - 16, format(value), 'faint', 'middle'),
    ];
  });
  const drawn = bars.flatMap(({ name, value, note }, i) => {
    const [y, end] = [top + i * pitch, along(Math.log10(value))];
    return [
      text(left - 12, y + 17, name, 'ink', 'end'),
      `<rect fill="${COLORS[i < bars.length - 1 ? 0 : 1]}" x="${left}" y="${y + 3}" width="${round(end - left)}" height="20" rx="3"/>`,
      text(end + 8, y + 17, note, 'ink'),
    ];
  });
  return image({ ...head, height }, [...grid, ...drawn]);
}

function scale([fromLow, fromHigh], [toLow, toHigh]) {
  const span = fromHigh - fromLow || 1;
  return (value) => toLow + ((value - fromLow) / span) * (toHigh - toLow);
}

/** Powers of ten from below the least value to above the greatest. */
function decades(values) {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

/** Whole numbers from 0 past the greatest value, at most nine of them. */
function evenTicks(greatest) {
  const step = Math.ceil(Math.ceil(greatest) / 8);
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, i) => i * step);
}

/** Those of rising values that stand far enough from the one before to be read. */
function readable(values, across) {
  const kept = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (kept.length === 0 || across(value) - across(kept.at(-1)) >= 22) kept.push(value);
  }
  return kept;
}

/** Heights moved as little as need be to stand `gap` apart. */
function apart(heights, gap) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  for (let k = 1; k < order.length; k++) {
    moved[order[k]] = Math.max(moved[order[k]], moved[order[k - 1]] + gap);
  }
  return moved;
}

function text(x, y, words, classes, anchor = 'start') {
  return `<text class="${classes}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(String(words))}</text>`;
}

function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function round(value) {
  return Math.round(value * 10) / 10;
}
