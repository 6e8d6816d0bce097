// Writes docs/terminal.svg, the animated picture of the README: executes two commands on a pseudo-terminal and records
// the screen. Execute it after `npm run build` on a quiet machine.
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const COMMANDS = ['queens-par 19', 'queens-par solve 8 --format board --limit 1 --quiet'];
const SIZE = { cols: 96, rows: 12 };

/** Milliseconds between two looks at the screen, and pauses after a typed command and after its output. */
const SAMPLE = 80;
const READ_COMMAND = 800;
const READ_OUTPUT = 2500;

/** Sizes of the picture, in pixels. */
const CHARACTER = 8.4;
const LINE = 19;
const LEFT = 20;
const TOP = 62;

/** The colours that the program uses, by their numbers in a terminal. */
const COLORS = { 2: '#7ee787', 6: '#76e3ea' };

const program = fileURLToPath(new URL('../bin/queens-par.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'picture-'));
symlinkSync(program, join(folder, 'queens-par'));
const { CI, NO_COLOR, ...environment } = process.env;
const env = { ...environment, PATH: `${folder}:${process.env.PATH}`, TERM: 'xterm-256color' };

const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
/** @type {{ lines: string[], milliseconds: number }[]} */
const frames = [];
for (const command of COMMANDS) {
  await write(`$ ${command}\r\n`);
  record(READ_COMMAND);
  await execute(command);
  record(READ_OUTPUT);
}
writeFileSync(new URL('../docs/terminal.svg', import.meta.url), picture(frames));

/** Executes a command and records the screen until it ends. */
async function execute(command) {
  const child = spawn('/bin/sh', ['-c', command], { ...SIZE, env, cwd: folder });
  child.onData((data) => terminal.write(data));
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    record(now - last);
    last = now;
  }, SAMPLE);
  const { exitCode } = await new Promise((resolve) => child.onExit(resolve));
  clearInterval(timer);
  if (exitCode !== 0) throw new Error(`${command} ended with exit code ${exitCode}`);
  await write('');
}

/** Writes text to the terminal and waits until it is shown. */
function write(text) {
  return new Promise((resolve) => terminal.write(text, () => resolve(undefined)));
}

/** Adds the screen to the frames. An unchanged screen extends the last frame. */
function record(milliseconds) {
  const lines = Array.from({ length: SIZE.rows }, (_, row) => drawnLine(row)).filter((line) => line !== '');
  const last = frames.at(-1);
  if (last && last.lines.join() === lines.join()) last.milliseconds += milliseconds;
  else frames.push({ lines, milliseconds });
}

/** Draws a line of the screen as SVG: a `tspan` for each colour. @returns an empty string for a blank line. */
function drawnLine(row) {
  const line = terminal.buffer.active.getLine(row);
  const text = line?.translateToString(true) ?? '';
  const spans = [];
  for (let from = 0; from < text.length; ) {
    const color = line?.getCell(from)?.getFgColor() ?? -1;
    let to = from + 1;
    while (to < text.length && line?.getCell(to)?.getFgColor() === color) to++;
    const place = `x="${rounded(LEFT + from * CHARACTER)}" textLength="${rounded((to - from) * CHARACTER)}"`;
    spans.push(`<tspan ${place}${fillOf(color)}>${escaped(text.slice(from, to))}</tspan>`);
    from = to;
  }
  return text === '' ? '' : `<text y="${TOP + row * LINE}" xml:space="preserve">${spans.join('')}</text>\n`;
}

function fillOf(color) {
  return color in COLORS ? ` fill="${COLORS[color]}"` : '';
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function rounded(number) {
  return Number(number.toFixed(2));
}

/** Draws the frames one after another. Without animation, only the last one is visible. */
function picture(frames) {
  const whole = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const width = Math.ceil(2 * LEFT + SIZE.cols * CHARACTER);
  const height = TOP + SIZE.rows * LINE;
  let passed = 0;
  const keys = frames.map(({ milliseconds }, i) => {
    const [start, end] = [passed, passed + milliseconds].map((time) => `${rounded((100 * time) / whole)}%`);
    passed += milliseconds;
    const before = i === 0 ? '' : '0% { visibility: hidden } ';
    const after = i === frames.length - 1 ? '' : ` ${end} { visibility: hidden }`;
    const steps = `${before}${start} { visibility: visible }${after}`;
    const timing = `${rounded(whole / 1000)}s step-end infinite`;
    return `    @keyframes k${i} { ${steps} } #f${i} { animation: k${i} ${timing} }\n`;
  });
  const groups = frames.map(({ lines }, i) => {
    const names = i === frames.length - 1 ? 'frame last' : 'frame';
    return `<g class="${names}" id="f${i}">${lines.join('')}</g>\n`;
  });
  const font = `14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace`;
  const label = 'A terminal: queens-par 19 counts 4,968,057,848 solutions; queens-par solve 8 draws one of 8 queens';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>
  text { font: ${font}; fill: #e6edf3; white-space: pre; }
  .frame { visibility: hidden } .last { visibility: visible }
  @media (prefers-reduced-motion: no-preference) {
${keys.join('')}  }
</style>
<rect width="${width}" height="${height}" rx="9" fill="#0d1117" stroke="#30363d"/>
<circle cx="22" cy="22" r="6" fill="#ff5f57"/><circle cx="42" cy="22" r="6" fill="#febc2e"/><circle cx="62" cy="22" r="6" fill="#28c840"/>
${groups.join('')}</svg>
`;
}
