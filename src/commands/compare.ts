/** `queens-par compare <n>`: every solver side by side. */
import Table from 'cli-table3';
import type { Arguments } from '../cli/commands.js';
import { statusLine } from '../terminal/terminal.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, formatShort, plural } from '../text/numbers.js';
import { agree, compareSolvers, type Entry, ratioToBitmask } from '../textbook/comparison.js';
import { solvers } from '../textbook/solvers.js';

/** Runs the solvers and prints what each did. Sets the exit code to 1 if they disagree. */
export async function compare({ n, force, json, quiet }: Arguments<'compare'>): Promise<void> {
  const status = statusLine(quiet);
  const entries = compareSolvers(n, { force, onStart: (name) => status.show(`running ${name}`) });
  status.clear();

  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  process.stdout.write(json ? asJson(n, entries) : comparisonTable(n, entries, width));
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
  const rows = [HEAD, ...entries.map((entry) => rowOf(n, entry, entries))];
  let tables = '';
  for (let from = 1; from < HEAD.length; ) {
    let to = HEAD.length;
    const table = () => drawn(rows.map(([name = '', ...row]) => [name, ...row.slice(from - 1, to - 1)]));
    while (to > from + 1 && table().indexOf('\n') > width) to--;
    tables += table();
    from = to;
  }
  return tables;
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

function drawn([head = [], ...rows]: string[][]): string {
  const colAligns = head.map((_, column) => (column === 0 ? 'left' : 'right'));
  const table = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  table.push(...rows);
  return `${table}\n`;
}

/** Counts of any size are decimal strings. */
function asJson(n: number, entries: readonly Entry[]): string {
  const all = entries.map((entry) => ({
    name: entry.name,
    ran: entry.ran,
    visits: `${solvers[entry.name].visits}s`,
    searchSpace: String(solvers[entry.name].space.size(n)),
    nodes: String(entry.result.nodes),
    ...(entry.ran && { tests: String(entry.result.tests), solutions: String(entry.result.solutions) }),
    seconds: entry.result.seconds,
    ratioToBitmask: ratioToBitmask(entry, entries),
  }));
  return `${JSON.stringify({ schema: 'queens-par/compare/1', n, agree: agree(entries), solvers: all })}\n`;
}

/** To two digits at least: 1.0, 36, 120,000. */
function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : formatShort(Number(ratio.toPrecision(2)));
}
