// Writes the results of bench.mjs into the documents and the page. When run as a script, it reads the results from the
// page's results.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownCount } from '../../dist/src/core/board/known-counts.js';
import { choosePlan } from '../../dist/src/core/plan/choose-plan.js';
import { runSteps } from '../../dist/src/core/plan/steps.js';
import { formatBriefly } from '../../dist/src/core/text/durations.js';
import { formatCount } from '../../dist/src/core/text/numbers.js';
import { memorySlowdown } from '../../dist/src/node/machine/memory.js';
import { lineChart } from './chart.mjs';

const ROOT = new URL('../../', import.meta.url);
const RESULTS = new URL('../../src/page/why/results.json', import.meta.url);

/** Title of the table that is in the README, but not in docs/benchmarks.md. */
const WALL_CLOCK = 'Wall-clock time';

/** Writes the results to results.json, docs/benchmarks.md and its plot, and the README. */
export function publish(result) {
  const { boards, ...about } = result;
  const lines = boards.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(RESULTS, `${JSON.stringify(about).slice(0, -1)}, "boards": [\n${lines}\n]}\n`);
  writeFileSync(new URL('docs/plots/time-over-n.svg', ROOT), plot(result));
  replaceSection('docs/benchmarks.md', 'benchmark', measuredTables(result));
  replaceSection('docs/benchmarks.md', 'large boards', largeBoards());
  replaceSection('README.md', 'benchmark', readmeTable(result));
}

/** Writes the table of computed times on many threads. */
export function publishCurve(table) {
  replaceSection('docs/benchmarks.md', 'threads', table);
}

/** Replaces a generated section of a document. Comments mark its beginning and end. */
function replaceSection(document, name, text) {
  const file = new URL(document, ROOT);
  const section = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- end of ${name} -->)`);
  const before = readFileSync(file, 'utf8');
  if (!section.test(before)) throw new Error(`${document} contains no section ${name}`);
  writeFileSync(
    file,
    before.replace(section, () => text),
  );
}

/** Builds the tables of CPU time, wall-clock time with the speedup by threads, and peak memory, in Markdown. */
export function tables({ boards }) {
  const table = (show) => grid(boards, entrantsOf(boards), show);
  return [
    { title: 'CPU time', table: table(({ cpu }) => formatBriefly(cpu)) },
    { title: WALL_CLOCK, table: table((row) => formatBriefly(row.wall) + speedUp(row, boards)) },
    { title: 'Peak memory', table: table(({ memory }) => `${Math.round(memory / 2 ** 20)} MB`) },
  ];
}

/** Returns whether an entrant has several threads. Its CPU time differs little from that of one thread. */
function hasThreads(entrant) {
  return entrant.endsWith(' threads');
}

function entrantsOf(boards) {
  return [...new Set(boards.map(({ entrant }) => entrant))];
}

/** Formats the speedup over one thread, such as ` (1.9x)`. Returns an empty string for one thread. */
function speedUp({ n, entrant, wall }, boards) {
  const [node, threads] = entrant.split(', ');
  const one = boards.find((row) => row.n === n && row.entrant === `${node}, 1 thread`);
  return one && threads !== '1 thread' ? ` (${(one.wall / wall).toFixed(1)}x)` : '';
}

/** Returns the name of this program with a version of Node.js and a number of threads, as in the results. */
export function nameOf(version, threads) {
  return `Node.js ${version.slice(1).split('.')[0]}, ${threads} thread${threads === 1 ? '' : 's'}`;
}

/** Selects the boards that the documents show. The others are small, and their times differ little. */
function shown(boards) {
  return boards.filter(({ n }) => n >= 16 || n === 8 || n === 14);
}

/** Builds a table with a row for each n and a column for each entrant. */
function grid(boards, names, show) {
  const sizes = [...new Set(boards.map(({ n }) => n))];
  const rows = sizes.map((n) => [
    ...[String(n), formatCount(knownCount(n) ?? 0n)],
    ...names.map((name) => {
      const found = boards.find((row) => row.n === n && row.entrant === name);
      return found ? show(found) : '';
    }),
  ]);
  const head = ['n', 'solutions', ...names];
  return markdown(head, rows);
}

/** Formats a table in Markdown, with right-aligned columns. */
export function markdown(head, rows) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padStart(widths[column])).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => ':'.padStart(width, '-'))) + rows.map(line).join('');
}

function readmeTable(result) {
  const { machine, nodes, date } = result;
  const boards = shown(result.boards);
  const inC = boards.find(({ entrant }) => entrant.startsWith('C '))?.entrant;
  const newest = nodes.at(-1);
  const names = [nameOf(newest, 1), nameOf(newest, machine.threads), inC];
  const busy = isBusy(machine) ? 'The machine did other work as well, so for comparisons use the' : 'There are also';
  return `${grid(boards, names, (row) => formatBriefly(row.wall) + speedUp(row, boards))}
These are wall-clock times of whole processes on ${machine.cpu} (${date.slice(0, 10)}). Up to 14 queens, starting
Node.js takes nearly all of that time, and for 16 almost half. The number in parentheses is the speedup over one thread.
The search in C is recursive, with bit masks and mirror symmetry, on one thread.
${busy} [CPU times](docs/benchmarks.md).
`;
}

/** Builds a table of the estimated costs of large boards, in Markdown. */
function largeBoards() {
  const rows = [20, 22, 24, 26, 27, 28].map((n) => {
    const seconds = runSteps(choosePlan(n, { algorithm: 'meet' })).cost / 1000;
    const factors = [256, 64].map((megabytes) => memorySlowdown(n, megabytes * 2 ** 20).toFixed(2));
    return [String(n), formatBriefly(seconds), ...factors];
  });
  return markdown(['n', 'CPU time', 'with 256 MB', 'with 64 MB'], rows);
}

function isBusy({ load, threads }) {
  return load > threads / 2;
}

function circumstances({ machine, nodes, date, commit }) {
  const { cpu, threads, memory, load } = machine;
  const about = `${date.slice(0, 10)}, ${cpu}, ${threads} threads, ${Math.round(memory / 2 ** 30)} GB`;
  const busy = isBusy(machine) ? `; load ${load.toFixed(1)} at the start, so CPU times are better comparisons` : '';
  return `${about}, Node.js ${nodes.join(' and ')}, commit ${commit}; medians of 3 interleaved runs${busy}`;
}

/** Formats the circumstances, the plot, and all tables, in Markdown. */
function measuredTables(result) {
  const sections = tables({ boards: shown(result.boards).filter(({ entrant }) => !hasThreads(entrant)) })
    .filter(({ title }) => title !== WALL_CLOCK) // the README contains this table
    .map(({ title, table }) => `## ${title}\n\n${table}`);
  return `${circumstances(result)}.

![CPU time over n](plots/time-over-n.svg)

${sections.join('\n')}`;
}

function plot({ boards, machine, date, nodes }) {
  const names = entrantsOf(boards).filter((name) => !hasThreads(name));
  const about = `${machine.cpu}; Node.js ${nodes.join(' and ')}`;
  return lineChart({
    title: 'Counting n queens: CPU time of the whole process, including startup',
    subtitle: `${about}; medians of 3 interleaved runs, ${date.slice(0, 10)}`,
    series: names.map((name) => ({
      name,
      points: boards.filter(({ entrant }) => entrant === name).map(({ n, cpu }) => [n, cpu]),
    })),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) publish(JSON.parse(readFileSync(RESULTS, 'utf8')));
