// A result as tables, of text or of Markdown.
import Table from 'cli-table3';
import { knownCount } from '../../dist/src/board/known-counts.js';
import { formatBriefly } from '../../dist/src/text/durations.js';
import { formatCount } from '../../dist/src/text/numbers.js';

export const time = formatBriefly;

/** The published number of solutions; empty where none is published. */
export function solutionsOf(n) {
  const known = knownCount(n);
  return known === undefined ? '' : formatCount(known);
}

function megabytes(bytes) {
  return bytes === undefined ? '?' : `${Math.round(bytes / 2 ** 20)} MB`;
}

/** Every table of a result: { title, head, rows }. */
export function tables({ boards, entrants, within, threads, steps }) {
  return [
    wholeTable('Whole processes, CPU time (cold: a new process each time)', boards, entrants, ({ cpu }) => time(cpu)),
    wholeTable('Whole processes, wall-clock time', boards, entrants, ({ wall }) => time(wall)),
    wholeTable('Whole processes, peak memory', boards, entrants, ({ memory }) => megabytes(memory)),
    {
      title: 'Within one process, CPU time: cold / warm',
      ...grid(within, 'what', ({ cold, warm }) => `${time(cold.cpu)} / ${time(warm.cpu)}`),
    },
    {
      title: 'Threads, wall-clock time and speed-up over one',
      head: ['', ...threads[0].times.map(({ threads }) => String(threads))],
      rows: threads.map(({ what, n, times }) => [
        `${what}, n = ${n}`,
        ...times.map(({ wall }) => `${time(wall)} (${(times[0].wall / wall).toFixed(2)})`),
      ]),
    },
    {
      title: `${steps.n} queens step by step, CPU time of one thread`,
      head: ['step', 'time', 'times as fast as the step before'],
      rows: steps.figures.map(({ name, cpu }, i) => [
        name,
        time(cpu),
        i > 0 ? (steps.figures[i - 1].cpu / cpu).toFixed(1) : '',
      ]),
    },
  ];
}

function wholeTable(title, boards, entrants, show) {
  const { head, rows } = grid(
    boards,
    'entrant',
    show,
    entrants.map(({ name }) => name),
  );
  const solutions = rows.map(([n]) => solutionsOf(Number(n)));
  return {
    title,
    head: [head[0], 'solutions', ...head.slice(1)],
    rows: rows.map(([n, ...cells], i) => [n, solutions[i], ...cells]),
  };
}

/** A row for each n, a column for each name; empty where nothing was measured. */
function grid(figures, by, show, names = [...new Set(figures.map((row) => row[by]))]) {
  const sizes = [...new Set(figures.map(({ n }) => n))].sort((a, b) => a - b);
  const rows = sizes.map((n) => [
    String(n),
    ...names.map((name) => {
      const found = figures.find((row) => row.n === n && row[by] === name);
      return found ? show(found) : '';
    }),
  ]);
  return { head: ['n', ...names], rows };
}

/** A table for the terminal. */
export function asText({ title, head, rows }) {
  const options = { head, style: { head: [], border: [], compact: true }, colAligns: head.map(() => 'right') };
  const table = new Table(options);
  table.push(...rows);
  return `${title}\n${table}\n`;
}

/** A table for a page. */
export function asMarkdown({ head, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '--:')), ...rows.map(line), ''].join('\n');
}
