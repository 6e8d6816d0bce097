// Computes how a count would speed up on 1 to 64 threads, from the time of every subproblem of the real plans and the
// order in which threads take them. So the curve shows what the plan and the hand-out cost. It leaves out the start of
// threads and what threads share: memory bandwidth, caches and the clock speed of a fully used processor. bench.mjs
// prints and publishes the curve.
//
// Up to 20 queens, each subproblem is counted here, alone on one thread. For more queens, that would take hours, so the
// times are those in docs/ledgers, from counts on two threads.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { knownCount } from '../../dist/src/core/board/known-counts.js';
import { simulateHandOut } from '../../dist/src/core/plan/hand-out.js';
import { mostExpensiveFirst } from '../../dist/src/core/plan/plan.js';
import { runSteps } from '../../dist/src/core/plan/steps.js';
import { formatBriefly } from '../../dist/src/core/text/durations.js';
import { planForMachine } from '../../dist/src/node/count/new-plan.js';
import { LedgerFile } from '../../dist/src/node/ledger/ledger-reader.js';
import { chooseThreads } from '../../dist/src/node/machine/fit.js';
import { MAX_DEFAULT_MEMORY } from '../../dist/src/node/machine/memory.js';
import { compileKernel } from '../../dist/src/node/threads/compile-kernel.js';
import { createKernel } from '../../dist/workers/kernels.js';
import { median } from './measure.mjs';
import { markdown } from './publish.mjs';

const THREADS = [1, 2, 4, 8, 16, 32, 64];
const SMALLEST = 16;
const LARGEST_MEASURED = 20;
const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));

/** Number of times that each subproblem is counted. Its median time is used, because the times of small ones vary. */
const ROUNDS = 3;

/** Cost of a plan, in milliseconds, above which one round is enough. */
const LONG = 20_000;

/**
 * Measures all plans for up to `largest` queens.
 *
 * @returns {{ n: number, threads: number, used: number, subproblems: number, work: number, seconds: number }[]} a row
 *   for each n and number of cores whose plan has known times: the threads that the program uses, the thread time of
 *   the plan, and the time from start to total, in seconds.
 */
export function measureCurve(largest) {
  const startup = median(Array.from({ length: 5 }, startOnce));
  const rows = [];
  for (let n = SMALLEST; n <= largest; n++) {
    /** @type {Map<string, Map<string, number>>} */
    const measured = new Map();
    for (const threads of THREADS) {
      const plan = runSteps(planForMachine(n, {}, machineWith(threads)));
      const times = measured.get(plan.hash) ?? (n > LARGEST_MEASURED ? recordedTimes(plan) : measurePlan(plan));
      if (!times) continue;
      measured.set(plan.hash, times);
      const used = Math.max(1, chooseThreads(plan, machineWith(threads)));
      const order = mostExpensiveFirst(plan.subproblems).map(({ id }) => times.get(id) ?? Number.NaN);
      rows.push({
        n,
        threads,
        used,
        subproblems: order.length,
        work: order.reduce((sum, time) => sum + time, 0),
        seconds: startup + simulateHandOut(order, new Array(used).fill(1)),
      });
    }
  }
  return rows;
}

/** Formats the curve in Markdown: for each n, the time on one thread, and the speedups. */
export function curveTable(rows) {
  const sizes = [...new Set(rows.map(({ n }) => n))];
  const lines = sizes.map((n) => {
    const own = rows.filter((row) => row.n === n);
    const one = own[0];
    const cells = THREADS.slice(1).map((threads) => {
      const row = own.find((other) => other.threads === threads);
      if (!row) return '';
      const { seconds, work } = row;
      const extra = work / one.work;
      return `${(one.seconds / seconds).toFixed(1)}${extra >= 1.05 ? ` (${extra.toFixed(2)})` : ''}`;
    });
    return [String(n), formatBriefly(one.seconds), ...cells];
  });
  return markdown(['n', '1 thread', ...THREADS.slice(1).map((threads) => `${threads} threads`)], lines);
}

/** Describes a machine with a core and 1 GB for each thread. */
function machineWith(threads) {
  return {
    threads,
    isDefault: true,
    cores: threads,
    quota: Number.POSITIVE_INFINITY,
    availableMemory: 2 * threads * MAX_DEFAULT_MEMORY,
    hasSimd: true,
  };
}

/** Returns the seconds of a whole process that has next to nothing to count. */
function startOnce() {
  const start = performance.now();
  spawnSync(process.execPath, [PROGRAM, '8', '--threads', '1']);
  return (performance.now() - start) / 1000;
}

/** Reads the times in the published ledger for n. @returns seconds by id; undefined if the ledger has another plan. */
function recordedTimes({ n, hash }) {
  const ledger = new LedgerFile(fileURLToPath(new URL(`../../docs/ledgers/${n}.ledger`, import.meta.url)));
  if (ledger.header.planHash !== hash) return undefined;
  return new Map([...ledger.read()].flat().map(({ id, milliseconds }) => [id, milliseconds / 1000]));
}

/** Counts each subproblem of a plan, checks the total, and returns seconds by id. */
function measurePlan({ n, algorithm, subproblems, cost }) {
  const count = createKernel(compileKernel(algorithm, 'fast', MAX_DEFAULT_MEMORY));
  /** @type {Map<string, number[]>} */
  const times = new Map(subproblems.map(({ id }) => [id, []]));
  for (let round = 0; round < (cost > LONG ? 1 : ROUNDS); round++) {
    let total = 0n;
    for (const subproblem of subproblems) {
      const start = performance.now();
      total += BigInt(count(subproblem).count) * BigInt(subproblem.weight);
      times.get(subproblem.id)?.push((performance.now() - start) / 1000);
    }
    if (total !== knownCount(n)) throw new Error(`n = ${n}: counted ${total}`);
  }
  return new Map(Array.from(times, ([id, seconds]) => [id, median(seconds)]));
}
