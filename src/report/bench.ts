import Table from 'cli-table3';
import type { Measurement, Way } from '../count/benchmark.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';

/** What measured. */
export interface BenchMachine {
  readonly cpu: string;
  readonly node: string;
  /** Of this program. */
  readonly version: string;
}

/** A benchmark as a table: a row for each board, a column for each way of counting. */
export function benchTable(measured: readonly Measurement[], ways: readonly Way[]): string {
  const table = new Table({
    head: ['n', 'solutions', ...ways.map(nameOf)],
    colAligns: ['right', 'right', ...ways.map(() => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const { n, count, seconds } of measured) table.push([n, formatCount(count), ...seconds.map(formatBriefly)]);
  return `${table}\n`;
}

/** The result in one line to share: n, time, threads, processor, versions. */
export function lineToShare(measured: readonly Measurement[], ways: readonly Way[], machine: BenchMachine): string {
  const [largest, way] = [measured.at(-1), ways.at(-1)];
  if (!largest || typeof way !== 'number') throw new RangeError('a benchmark has a board, and ends with a whole count');
  const time = formatBriefly(largest.seconds.at(-1) ?? Number.NaN);
  const { cpu, version, node } = machine;
  return `queens-par ${version}: n = ${largest.n} in ${time} on ${plural(way, 'thread')} of ${cpu}, Node.js ${node}`;
}

/** A benchmark as one JSON object. */
export function benchAsJson(measured: readonly Measurement[], ways: readonly Way[], machine: BenchMachine): string {
  const boards = measured.map(({ n, count, seconds }) => ({
    n,
    count: String(count),
    seconds: seconds.map((median, i) => ({
      way: ways[i] === 'kernel' ? 'kernel' : 'count',
      threads: threadsOf(ways[i]),
      median,
    })),
  }));
  return JSON.stringify({ schema: 'queens-par/bench/1', ...machine, boards });
}

function threadsOf(way: Way | undefined): number {
  return typeof way === 'number' ? way : 1;
}

function nameOf(way: Way): string {
  return way === 'kernel' ? 'kernel' : plural(way, 'thread');
}
