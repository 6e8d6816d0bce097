/** `queens-par compare <n>`: every solver side by side. */
import type { Arguments } from '../cli/commands.js';
import { statusLine } from '../terminal/terminal.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, formatShort, plural } from '../text/numbers.js';
import { asCsv, asMarkdown, boxed, type TextTable } from '../text/tables.js';
import { agree, compareSolvers, type Entry, ratioToBitmask } from '../textbook/comparison.js';
import { solvers } from '../textbook/solvers.js';
import type { JsonOf } from './json-schemas.js';

/** Runs the solvers and prints what each did. Sets the exit code to 1 if they disagree. */
export async function compare({ n, force, format = 'table', json, quiet }: Arguments<'compare'>): Promise<void> {
  const status = statusLine(quiet);
  const entries = compareSolvers(n, { force, onStart: (name) => status.show(`running ${name}`) });
  status.clear();

  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  const formats = {
    table: () => comparisonTable(n, entries, width),
    markdown: () => asMarkdown(tableOf(rowsOf(n, entries))),
    csv: () => asCsv(FIELDS, fields(n, entries)),
    json: () => asJson(n, entries),
  };
  process.stdout.write(formats[json ? 'json' : format]());
  if (!agree(entries)) {
    process.stderr.write('THE SOLVERS DISAGREE ON THE NUMBER OF SOLUTIONS\n');
    process.exitCode = 1;
  } else if (!quiet) {
    process.stderr.write(closingNotes(entries));
  }
}

function closingNotes(entries: readonly Entry[]): string {
  const found = entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []));
  const spared = entries.filter(({ ran }) => !ran).map(({ name }) => name);
  const agreement = found[0] === undefined ? '' : `All that ran found ${plural(found[0], 'solution')}.\n`;
  const hint = `Not run, forecasts (~): ${spared.join(', ')}. --force runs them.\n`;
  return agreement + (spared.length > 0 ? hint : '');
}

const HEAD = ['solver', 'search space', 'looked at', 'conflict tests', 'time', 'x bitmask'];

/**
 * The comparison as a table, with a row for each solver. `~` marks a forecast.
 *
 * @param width columns of the terminal: where the table is too wide for it, several stand below each other.
 */
export function comparisonTable(n: number, entries: readonly Entry[], width = Number.POSITIVE_INFINITY): string {
  const rows = rowsOf(n, entries);
  let tables = '';
  for (let from = 1; from < HEAD.length; ) {
    let to = HEAD.length;
    const table = () => boxed(tableOf(rows.map(([name = '', ...row]) => [name, ...row.slice(from - 1, to - 1)])));
    while (to > from + 1 && table().indexOf('\n') > width) to--;
    tables += table();
    from = to;
  }
  return tables;
}

/** The head, and a row for each solver. */
function rowsOf(n: number, entries: readonly Entry[]): string[][] {
  return [HEAD, ...entries.map((entry) => rowOf(n, entry, entries))];
}

function rowOf(n: number, entry: Entry, entries: readonly Entry[]): string[] {
  const { visits, space } = solvers[entry.name];
  const { nodes, seconds } = entry.result;
  const about = entry.ran ? '' : '~';
  const isExact = entry.ran || visits === 'board';
  return [
    entry.name,
    `${space.formula(n)} = ${formatShort(space.size(n))}`,
    `${isExact ? '' : '~'}${formatShort(nodes)} ${nodes === 1 || nodes === 1n ? visits : `${visits}s`}`,
    entry.ran ? formatCount(entry.result.tests) : 'not run',
    about + formatBriefly(entry.ran || seconds < 1 ? seconds : Math.ceil(seconds)), // a forecast is not that exact
    about + formatRatio(ratioToBitmask(entry, entries)),
  ];
}

function tableOf([head = [], ...rows]: string[][]): TextTable {
  return { head, aligns: head.map((_, column) => (column === 0 ? 'left' : 'right')), rows };
}

/** The columns of CSV. */
const FIELDS = [
  'name',
  'ran',
  'visits',
  'searchSpace',
  'nodes',
  'tests',
  'count',
  'seconds',
  'ratioToBitmask',
] as const satisfies (keyof JsonOf<'compare'>['solvers'][number])[];

/** The solvers as JSON and CSV have them: counts of any size are decimal strings. */
function fields(n: number, entries: readonly Entry[]): JsonOf<'compare'>['solvers'] {
  return entries.map((entry) => ({
    name: entry.name,
    ran: entry.ran,
    visits: `${solvers[entry.name].visits}s` as const,
    searchSpace: String(solvers[entry.name].space.size(n)),
    nodes: inDecimal(entry.result.nodes),
    ...(entry.ran && { tests: inDecimal(entry.result.tests), count: String(entry.result.solutions) }),
    seconds: entry.result.seconds,
    ratioToBitmask: ratioToBitmask(entry, entries),
  }));
}

function asJson(n: number, entries: readonly Entry[]): string {
  const solvers = fields(n, entries);
  const output: JsonOf<'compare'> = { schema: 'queens-par/compare/2', n, agree: agree(entries), solvers };
  return `${JSON.stringify(output)}\n`;
}

/** All digits, also of a forecast past 10^21, which as a number would print as 1.8e+21. */
function inDecimal(count: number | bigint): string {
  return String(typeof count === 'bigint' ? count : BigInt(Math.round(count)));
}

/** To two digits at least: 1.0, 36, 120,000. */
function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : formatShort(Number(ratio.toPrecision(2)));
}
