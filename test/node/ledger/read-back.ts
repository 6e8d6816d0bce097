import { expect } from 'vitest';
import { mergeResults } from '../../../src/core/count/merge.js';
import { algorithmsFor, type PlanOptions } from '../../../src/core/plan/choose-plan.js';
import { assertSize } from '../../../src/core/results/header.js';
import { collect, type Results, totalOf } from '../../../src/core/results/results.js';
import { WatchedLedger } from '../../../src/core/runs/watched-ledger.js';
import { createAudit, drawSample, planRecounts } from '../../../src/node/count/audit.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';
import { readFile } from '../../../src/node/files/regular-file.js';
import { LedgerFile } from '../../../src/node/ledger/ledger-reader.js';
import { writeLedgerFile } from '../../../src/node/ledger/open.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { A000170 } from '../../vectors/a000170.js';

/** Returns the options of every plan for n: each depth of `bitmask`, and `meet`. */
export function planOptions(n: number): PlanOptions[] {
  return algorithmsFor(n).flatMap((algorithm): PlanOptions[] => {
    if (algorithm === 'meet') return [{ algorithm }];
    return Array.from({ length: n + 1 }, (_, depth) => ({ algorithm, depth }));
  });
}

/** Counts n queens into a file, and checks that every reader of files finds the published count in it. */
export async function checkFile(file: string, n: number, options: PlanOptions): Promise<void> {
  await countInto(file, n, options);
  const results = await collect(new LedgerFile(file)); // as `export` and `cluster start --from` do
  expect(totalOf(results.plan, results).count).toBe(A000170[n]);
  expect(await countWrong(results)).toBe(0);
  writeLedgerFile(`${file}-copy`, results);
  expect(await mergeFiles([`${file}-copy`, file])).toEqual(results);
}

/** Counts n queens into m files, one for each part, and checks that together they have the published count. */
export async function checkParts(file: string, n: number, m: number, options: PlanOptions): Promise<void> {
  const files = Array.from({ length: m }, (_, index) => `${file}-${index + 1}-of-${m}`);
  for (const [index, one] of files.entries()) await countInto(one, n, { ...options, part: { k: index + 1, m } });
  const results = await mergeFiles(files);
  expect(totalOf(results.plan, results).count).toBe(A000170[n]);
}

/** Counts into a new file, and checks that `status` and the page read it as finished. */
async function countInto(file: string, n: number, options: PlanOptions): Promise<void> {
  const task = await LocalCountTask.open(n, { ...options, checkpoint: file, threads: 1 });
  await task.count();
  await task.close();
  const ledger = new WatchedLedger(file);
  ledger.read(readFile(file, assertSize), 0);
  const { finished, subproblems } = task.run.progress();
  const stats = ledger.stats(false);
  expect(stats).toMatchObject({ state: 'finished', problem: undefined, finished, subproblems });
  expect(stats.count).toBe(options.part ? undefined : String(A000170[n]));
}

/** Reads files as `merge` does. */
async function mergeFiles(files: readonly string[]): Promise<Results> {
  return (await mergeResults(files, (file) => new LedgerFile(file))).results;
}

/** Recounts three results as `audit` does. @returns the number of wrong ones. */
async function countWrong(results: Results): Promise<number> {
  const recounts = planRecounts(drawSample(results.plan.subproblems, 3, 1), 'reference', 1);
  const audit = createAudit({ results, recounts, machine: inspectMachine(1), kernel: 'reference' });
  return (await audit.count()).disagreements.length;
}
