import { formatBriefly } from '../../core/text/durations.js';
import { asJson } from '../../core/text/json.js';
import { formatCount, formatRate, formatShort, plural } from '../../core/text/numbers.js';
import { formatTable, type TextTable } from '../../core/text/tables.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { agree, compareSolvers, type Entry, ratioToBitmask } from '../../core/textbook/timing.js';
import { readCpuSeconds } from '../../node/machine/machine.js';
import { createStatusLine } from '../../node/terminal/status-line.js';
import { printOutcome } from '../counting/closing.js';
import { runInterruptibleSync } from '../counting/interruptible-search.js';
import type { Arguments } from '../options/commands.js';

/** `queens-par compare <n>`: compares the textbook solvers. Sets the exit code to 1 if they disagree. */
export async function compare({ n, force, json, quiet }: Arguments<'compare'>): Promise<void> {
  const entries = await measureSolvers(n, force, quiet);

  const differs = !agree(entries);
  const verdict = differs ? 'THE SOLVERS DISAGREE ON THE NUMBER OF SOLUTIONS' : formatClosingNotes(entries);
  const text = json ? formatJson(n, entries) : formatTable(buildComparisonTable(n, entries));
  printOutcome(text, verdict, { differs, quiet });
}

async function measureSolvers(n: number, force: boolean, quiet: boolean): Promise<Entry[]> {
  const status = await createStatusLine(quiet, true);
  const onStart = (name: SolverName) => status.show(() => `running ${name}`);
  try {
    // The clock covers the whole process, but its other threads only compile and collect garbage.
    return runInterruptibleSync(() => compareSolvers(n, { clock: readCpuSeconds, force, onStart }));
  } finally {
    status.clear();
  }
}

function formatClosingNotes(entries: readonly Entry[]): string {
  const found = entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []));
  const skipped = entries.filter(({ ran }) => !ran).map(({ name }) => name);
  const notes = found[0] === undefined ? [] : [`All solvers that ran found ${plural(found[0], 'solution')}.`];
  if (skipped.length > 0) notes.push(`Not run, only forecast (~): ${skipped.join(', ')}. --force runs them.`);
  return notes.join('\n');
}

/**
 * Builds a table with a row for each solver. `~` marks a forecast. The second column is the number of boards that the
 * solver builds or, if it backtracks, could build at most. The third is the number of boards tested or, if the solver
 * backtracks, of queens placed. Up to n = 12, the table fits in 80 characters.
 */
export function buildComparisonTable(n: number, entries: readonly Entry[]): TextTable {
  const head = ['solver', 'space', 'boards/queens', 'tests', 'CPU time', 'x bitmask'];
  const aligns = head.map((_, column) => (column === 0 ? 'left' : 'right'));
  return { head, aligns, rows: entries.map((entry) => formatRow(n, entry, entries)) };
}

function formatRow(n: number, entry: Entry, entries: readonly Entry[]): string[] {
  const { visits, space } = solvers[entry.name];
  const { nodes, seconds } = entry.result;
  const about = entry.ran ? '' : '~';
  const isExact = entry.ran || visits === 'board';
  return [
    entry.name,
    (visits === 'board' ? '' : '<= ') + space.formula(n),
    (isExact ? '' : '~') + formatShort(nodes),
    entry.ran ? formatCount(entry.result.tests) : 'not run',
    about + formatBriefly(entry.ran ? seconds : Number(seconds.toPrecision(2))), // a forecast has two digits
    about + formatRatio(ratioToBitmask(entry, entries)),
  ];
}

function formatJson(n: number, entries: readonly Entry[]): string {
  const records = entries.map((entry) => ({
    name: entry.name,
    ran: entry.ran,
    visits: `${solvers[entry.name].visits}s` as const,
    searchSpace: solvers[entry.name].space.size(n),
    nodes: BigInt(entry.result.nodes),
    tests: entry.ran ? BigInt(entry.result.tests) : undefined,
    count: entry.ran ? BigInt(entry.result.solutions) : undefined,
    cpuSeconds: entry.result.seconds,
    ratioToBitmask: ratioToBitmask(entry, entries),
  }));
  return asJson('compare/3', { n, agree: agree(entries), solvers: records });
}

/** Formats a ratio with two significant digits: `1.0`, `36`, `120,000` or `5.7M`. */
function formatRatio(ratio: number): string {
  if (ratio < 10) return ratio.toFixed(1);
  const rounded = Number(ratio.toPrecision(2));
  return rounded < 1e6 ? formatCount(rounded) : formatRate(rounded);
}
