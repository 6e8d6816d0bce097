/** `queens-par bench [n]`: measures the speed of this machine. */
import { cpus } from 'node:os';
import type { Arguments } from '../cli/commands.js';
import { benchmarkBoards, type Measurement, measureBoard } from '../count/benchmark.js';
import { resolveThreads } from '../executors/threads.js';
import { programVersion } from '../package.js';
import { interruptible } from '../terminal/interruption.js';
import { statusLine } from '../terminal/terminal.js';
import { formatBriefly } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import { aligned, asCsv, asJson, type TextTable } from '../text/tables.js';

/** Measures how long some boards up to n take, and prints the times and a line to share. */
export async function bench({ n, format = 'table', json, quiet, ...args }: Arguments<'bench'>): Promise<void> {
  const { threads } = resolveThreads(args.threads);
  const status = statusLine(quiet);
  const measured: Measurement[] = [];
  try {
    await interruptible(async (signal) => {
      for (const board of benchmarkBoards(n)) {
        status.show(`counting ${plural(board, 'queen')}`);
        measured.push(await measureBoard(board, threads, signal));
      }
    });
  } finally {
    status.clear();
  }
  const machine = { cpu: cpus()[0]?.model.trim() ?? 'unknown CPU', node: process.version, version: programVersion() };
  if (json) {
    process.stdout.write(asJson('bench/2', { ...machine, boards: measured }));
  } else if (format === 'csv') {
    process.stdout.write(
      asCsv(measured.flatMap(({ n, count, times }) => times.map((time) => ({ n, count, ...time })))),
    );
  } else {
    process.stdout.write(aligned(tableOf(measured)) + lineToShare(measured, machine));
  }
}

/** Makes a table with a row for each board and a column for each way of counting. */
function tableOf(measured: readonly Measurement[]): TextTable {
  const ways = measured[0]?.times.map(({ way, threads }) => (way === 'kernel' ? way : plural(threads, 'thread'))) ?? [];
  const head = ['n', 'solutions', ...ways];
  const rows = measured.map(({ n, count, times }) => {
    return [String(n), formatCount(count), ...times.map(({ seconds }) => formatBriefly(seconds))];
  });
  return { head, aligns: head.map(() => 'right'), rows };
}

/** Formats the result for the largest n as one line to share: n, time, threads, processor, versions. */
function lineToShare(
  measured: readonly Measurement[],
  { cpu, node, version }: Record<'cpu' | 'node' | 'version', string>,
): string {
  const { n, times } = measured.at(-1) ?? { n: 0, times: [] };
  const { threads, seconds } = times.at(-1) ?? { threads: 0, seconds: Number.NaN };
  const time = `${formatBriefly(seconds)} on ${plural(threads, 'thread')}`;
  return `queens-par ${version}: n = ${n} in ${time} of ${cpu}, Node.js ${node}\n`;
}
