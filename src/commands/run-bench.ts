import { cpus } from 'node:os';
import { programVersion } from '../../workers/program-version.js';
import { benchmarkBoards, type Measurement, measureBoard, type Way } from '../count/benchmark.js';
import { UsageError } from '../errors/errors.js';
import { resolveThreads } from '../executors/threads.js';
import { benchAsJson, benchTable, lineToShare } from '../report/bench.js';
import { interruptible } from '../terminal/interruption.js';
import { statusLine } from '../terminal/status-line.js';
import { plural } from '../text/numbers.js';

/** A larger board takes hours to count several times. */
const LARGEST = 20;

export interface BenchArguments {
  readonly n: number;
  readonly threads: number | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Measures some boards up to n, and prints the times and a line to share. */
export async function runBench({ n, json, quiet, ...args }: BenchArguments): Promise<void> {
  if (n < 1 || n > LARGEST) throw new UsageError(`bench counts n from 1 to ${LARGEST}, not ${n}`);
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
  process.stdout.write(json ? `${benchAsJson(measured, ways, machine)}\n` : benchTable(measured, ways));
  if (!json) process.stdout.write(`${lineToShare(measured, ways, machine)}\n`);
}
