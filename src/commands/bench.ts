/** `queens-par bench [n]`: how fast this machine is. */
import { cpus } from 'node:os';
import { programVersion } from '../../workers/program-version.js';
import type { Arguments } from '../cli/commands.js';
import { benchmarkBoards, type Measurement, measureBoard, type Way } from '../count/benchmark.js';
import { resolveThreads } from '../executors/threads.js';
import { interruptible } from '../terminal/interruption.js';
import { statusLine } from '../terminal/terminal.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import { asCsv, asMarkdown, boxed, type TextTable } from '../text/tables.js';
import type { JsonOf } from './json-schemas.js';

/** Measures some boards up to n, and prints the times and a line to share. */
export async function bench({ n, format = 'table', json, quiet, ...args }: Arguments<'bench'>): Promise<void> {
  const { threads } = resolveThreads(args.threads);
  const ways: Way[] = threads > 1 ? ['kernel', 1, threads] : ['kernel', 1];
  const status = statusLine(quiet);
  const measured: Measurement[] = [];
  try {
    await interruptible(async (signal) => {
      for (const board of benchmarkBoards(n)) {
        status.show(`counting ${plural(board, 'queen')}`);
        measured.push(await measureBoard(board, ways, signal));
      }
    });
  } finally {
    status.clear();
  }
  const machine = { cpu: cpus()[0]?.model.trim() ?? 'unknown CPU', node: process.version, version: programVersion() };
  const formats = {
    table: () => boxed(table(measured, ways)) + lineToShare(measured, ways, machine),
    markdown: () => `${asMarkdown(table(measured, ways))}\n${lineToShare(measured, ways, machine)}`,
    csv: () => asCsv(['n', 'count', 'way', 'threads', 'seconds'], records(measured, ways)),
    json: () => asJson(measured, ways, machine),
  };
  process.stdout.write(formats[json ? 'json' : format]());
}

/** The machine that measured. */
interface Machine {
  readonly cpu: string;
  readonly node: string;
  /** Of this program. */
  readonly version: string;
}

/** A benchmark as a table: a row for each board, a column for each way of counting. */
function table(measured: readonly Measurement[], ways: readonly Way[]): TextTable {
  return {
    head: ['n', 'solutions', ...ways.map(nameOf)],
    aligns: ['right', 'right', ...ways.map(() => 'right' as const)],
    rows: measured.map(({ n, count, seconds }) => [String(n), formatCount(count), ...seconds.map(formatBriefly)]),
  };
}

/** The result in one line to share: n, time, threads, processor, versions. */
function lineToShare(measured: readonly Measurement[], ways: readonly Way[], machine: Machine): string {
  const [largest, way] = [measured.at(-1), ways.at(-1)];
  if (!largest || typeof way !== 'number') throw new RangeError('a benchmark has a board, and ends with a whole count');
  const time = formatBriefly(largest.seconds.at(-1) ?? Number.NaN);
  const { cpu, version, node } = machine;
  return `queens-par ${version}: n = ${largest.n} in ${time} on ${plural(way, 'thread')} of ${cpu}, Node.js ${node}\n`;
}

/** Counts are decimal strings. */
function asJson(measured: readonly Measurement[], ways: readonly Way[], machine: Machine): string {
  const boards = measured.map(({ n, count, seconds }) => ({
    n,
    count: String(count),
    times: seconds.map((median, i) => ({ ...asFields(ways[i]), seconds: median })),
  }));
  const output: JsonOf<'bench'> = { schema: 'queens-par/bench/2', ...machine, boards };
  return `${JSON.stringify(output)}\n`;
}

/** A record for each board and each way of counting it. */
function records(measured: readonly Measurement[], ways: readonly Way[]) {
  return measured.flatMap(({ n, count, seconds }) =>
    seconds.map((median, i) => ({ n, count: String(count), ...asFields(ways[i]), seconds: median })),
  );
}

function asFields(way: Way | undefined) {
  return typeof way === 'number' ? ({ way: 'count', threads: way } as const) : ({ way: 'kernel', threads: 1 } as const);
}

function nameOf(way: Way): string {
  return way === 'kernel' ? 'kernel' : plural(way, 'thread');
}
