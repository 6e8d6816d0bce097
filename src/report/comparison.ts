import Table from 'cli-table3';
import { agree, type Entry, ratioToBitmask } from '../textbook/comparison.js';
import { solvers } from '../textbook/solvers.js';
import { formatBriefly } from './durations.js';
import { formatCount, plural } from './numbers.js';

/** The comparison as a table, with a row for each solver. `~` marks a forecast. */
export function comparisonTable(n: number, entries: readonly Entry[]): string {
  const table = new Table({
    head: ['solver', 'search space', 'looked at', 'conflict tests', 'time', 'x bitmask'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const entry of entries) {
    const { visits, space } = solvers[entry.name];
    const { nodes, seconds } = entry.result;
    const about = entry.ran ? '' : '~';
    const isExact = entry.ran || visits === 'board';
    table.push([
      entry.name,
      `${space.formula(n)} = ${formatCount(space.size(n))}`,
      `${isExact ? '' : '~'}${plural(nodes, visits)}`,
      entry.ran ? formatCount(entry.result.tests) : 'not run',
      about + formatBriefly(entry.ran || seconds < 1 ? seconds : Math.ceil(seconds)), // a forecast is not that exact
      about + formatRatio(ratioToBitmask(entry, entries)),
    ]);
  }
  return `${table}\n`;
}

/** The comparison as one JSON object; counts of any size are decimal strings. */
export function comparisonAsJson(n: number, entries: readonly Entry[]): string {
  return JSON.stringify({
    schema: 'queens-par/compare/1',
    n,
    agree: agree(entries),
    solvers: entries.map((entry) => ({
      name: entry.name,
      ran: entry.ran,
      visits: `${solvers[entry.name].visits}s`,
      searchSpace: String(solvers[entry.name].space.size(n)),
      nodes: String(entry.result.nodes),
      ...(entry.ran && { tests: String(entry.result.tests), solutions: String(entry.result.solutions) }),
      seconds: entry.result.seconds,
      ratioToBitmask: ratioToBitmask(entry, entries),
    })),
  });
}

/** To two digits at least: 1.0, 36, 120,000. */
function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : formatCount(Number(ratio.toPrecision(2)));
}
