/** `queens-par bench [n]`: measures this machine. */
import { cpus } from 'node:os';
import { programVersion } from '../../workers/program-version.js';
import type { Arguments } from '../cli/commands.js';
import { benchmarkBoards, type MeasuredWay, type Measurement, measureBoard } from '../count/benchmark.js';
import { resolveThreads } from '../executors/threads.js';
import { interruptible } from '../terminal/interruption.js';
import { statusLine } from '../terminal/terminal.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import { aligned, asCsv, asJson, asMarkdown, type TextTable, tableWidth } from '../text/tables.js';

/** Measures some boards up to n, and prints the times and a line to share. */
export async function bench({ n, format = 'table', json, quiet, ...args }: Arguments<'bench'>): Promise<void> {
  const { threads } = resolveThreads(args.threads);
  const ways: MeasuredWay[] = threads > 1 ? ['kernel', 1, threads] : ['kernel', 1];
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
  if (json) {
    const boards = measured.map(({ n, count, seconds }) => ({ n, count, times: timesOf(seconds, ways) }));
    process.stdout.write(asJson('bench/2', { ...machine, boards }));
  } else if (format === 'csv') {
    process.stdout.write(asCsv(records(measured, ways)));
  } else {
    const table = tableOf(measured, ways);
    const text = format === 'markdown' ? `${asMarkdown(table)}\n` : aligned(table, tableWidth());
    process.stdout.write(text + lineToShare(measured, ways, machine));
  }
}

/** Makes a table with a row for each board and a column for each way of counting. */
function tableOf(measured: readonly Measurement[], ways: readonly MeasuredWay[]): TextTable {
  return {
    head: ['n', 'solutions', ...ways.map(nameOf)],
    aligns: ['right', 'right', ...ways.map(() => 'right' as const)],
    rows: measured.map(({ n, count, seconds }) => [String(n), formatCount(count), ...seconds.map(formatBriefly)]),
  };
}

/** Formats the result as one line to share: n, time, threads, processor, versions. */
function lineToShare(
  measured: readonly Measurement[],
  ways: readonly MeasuredWay[],
  { cpu, node, version }: Record<'cpu' | 'node' | 'version', string>,
): string {
  const [largest, way] = [measured.at(-1), ways.at(-1)];
  if (!largest || typeof way !== 'number') throw new RangeError('a benchmark has a board, and ends with a whole count');
  const time = formatBriefly(largest.seconds.at(-1) ?? Number.NaN);
  return `queens-par ${version}: n = ${largest.n} in ${time} on ${plural(way, 'thread')} of ${cpu}, Node.js ${node}\n`;
}

/** Makes a record for each board and each way of counting. */
function records(measured: readonly Measurement[], ways: readonly MeasuredWay[]) {
  return measured.flatMap(({ n, count, seconds }) => timesOf(seconds, ways).map((time) => ({ n, count, ...time })));
}

function timesOf(medians: readonly number[], ways: readonly MeasuredWay[]) {
  return medians.map((seconds, i) => {
    const way = ways[i];
    return typeof way === 'number' ? { way: 'count', threads: way, seconds } : { way: 'kernel', threads: 1, seconds };
  });
}

function nameOf(way: MeasuredWay): string {
  return way === 'kernel' ? 'kernel' : plural(way, 'thread');
}
