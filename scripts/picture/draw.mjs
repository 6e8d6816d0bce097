// Draws a recorded terminal as an SVG image that moves by style sheet alone. Where nothing moves (a reader who asked for
// that, a program that knows no animation) the last frame stands.

const CELL = { width: 8.4, height: 19 };
const MARGIN = { x: 20, top: 48, bottom: 20 };

/** Seconds that the end is shown for, before it all begins again. */
const REST = 6;

/** The terminal's palette, on its dark ground; all else is INK. */
const PALETTE = ['#6e7681', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#f0f6fc'];
const INK = '#e6edf3';

/** @param frames those of record.mjs. */
export function drawTerminal(frames, { columns, title }) {
  const rows = Math.max(...frames.map(({ rows }) => rows.length));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN.x);
  const height = MARGIN.top + rows * CELL.height + MARGIN.bottom;
  const total = frames.at(-1).at + REST;
  const drawn = frames.map((frame, i) => {
    const name = i === frames.length - 1 ? 'frame last' : 'frame';
    return `<g class="${name}" id="f${i}">${drawRows(frame.rows)}</g>`;
  });
  const moves = frames.map(({ at }, i) => {
    const [from, to] = [at, frames[i + 1]?.at ?? total].map((time) => Math.round((1e4 * time) / total) / 100);
    const before = from > 0 ? '0% { visibility: hidden } ' : '';
    const after = to < 100 ? ` ${to}% { visibility: hidden }` : '';
    return `    @keyframes k${i} { ${before}${from}% { visibility: visible }${after} } #f${i} { animation: k${i} ${total.toFixed(2)}s step-end infinite }`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: ${INK}; white-space: pre; }
  .frame { visibility: hidden } .last { visibility: visible }
  @media (prefers-reduced-motion: no-preference) {
${moves.join('\n')}
  }
</style>
<rect width="${width}" height="${height}" rx="9" fill="#0d1117" stroke="#30363d"/>
<circle cx="22" cy="22" r="6" fill="#ff5f57"/><circle cx="42" cy="22" r="6" fill="#febc2e"/><circle cx="62" cy="22" r="6" fill="#28c840"/>
${drawn.join('\n')}
</svg>
`;
}

function drawRows(rows) {
  return rows.map((runs, y) => drawRow(runs, MARGIN.top + y * CELL.height + 14)).join('');
}

/** A line of text; runs of colour are placed one by one, so that they stand in their columns whatever the font. */
function drawRow(runs, y) {
  let column = 0;
  const spans = runs.map(({ text, color }) => {
    const fill = PALETTE[color] ? ` fill="${PALETTE[color]}"` : '';
    const width = Math.round(10 * [...text].length * CELL.width) / 10;
    const span = `<tspan x="${Math.round(10 * (MARGIN.x + column * CELL.width)) / 10}" textLength="${width}"${fill}>${escaped(text)}</tspan>`;
    column += [...text].length;
    return span;
  });
  return runs.length > 0 ? `<text y="${y}" xml:space="preserve">${spans.join('')}</text>\n` : '';
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
