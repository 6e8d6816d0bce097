// The meet-in-the-middle kernel alone, by n, on one thread, and backtracking beside it: run `npm run build`, then
//
//     node scripts/bench/meet.mjs [n,n,...] [rounds]
//
// Warm: the first round of each is thrown away. Interleaved: every round runs either kernel once, so that a slow spell
// of the machine hits all alike; the figures are medians of CPU time (user and system). Every count is checked.
import { cpus } from 'node:os';
import { argv, cpuUsage, version } from 'node:process';
import { compareWithKnown } from '../../dist/src/board/known-counts.js';
import { planBitmask } from '../../dist/src/plan/bitmask-plan.js';
import { planMeet } from '../../dist/src/plan/meet-plan.js';
import { fastKernel } from './samples.mjs';

const LARGEST_FOR_BITMASK = 14;

const [, , sizes = '8,10,12,13,14,15,16,17,18', rounds = '5'] = argv;
const countMeet = fastKernel('meet');
const countBitmask = fastKernel('bitmask');

console.log(`${cpus()[0]?.model}, ${cpus().length} cores; node ${version}; ${new Date().toISOString().slice(0, 10)}`);
console.log('n   kernel   subproblems  median ms  least ms  ns a solution');
for (const n of sizes.split(',').map(Number)) {
  const contestants = contestantsFor(n).map((contestant) => ({ ...contestant, times: /** @type {number[]} */ ([]) }));
  for (let round = 0; round <= Number(rounds); round++) {
    for (const { subproblems, count, times } of contestants) {
      const start = cpuUsage();
      const sum = count(subproblems);
      const { user, system } = cpuUsage(start);
      if (compareWithKnown(n, BigInt(sum)) !== 'agrees') throw new Error(`n = ${n} counted as ${sum}`);
      if (round > 0) times.push((user + system) / 1000);
    }
  }
  const solutions = contestants[0].count(contestants[0].subproblems);
  for (const { what, subproblems, times } of contestants) {
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    const cells = [
      subproblems.length.toString().padStart(11),
      median.toFixed(1).padStart(9),
      times[0].toFixed(1).padStart(8),
    ];
    console.log(
      `${String(n).padEnd(3)} ${what.padEnd(8)} ${cells.join('  ')}  ${((median * 1e6) / solutions).toFixed(2).padStart(8)}`,
    );
  }
}

/** What is measured for n: the plan as it would run, and backtracking for small boards. */
function contestantsFor(n) {
  const planned = [...planMeet(n).subproblems];
  /** @type {{ what: string, subproblems: unknown[], count: (subproblems: unknown[]) => number }[]} */
  const contestants = [{ what: 'meet', subproblems: planned, count: sumBy(countMeet) }];
  if (n <= LARGEST_FOR_BITMASK) {
    const subproblems = [...planBitmask(n, 2).subproblems];
    contestants.push({ what: 'bitmask', subproblems, count: sumBy(countBitmask) });
  }
  return contestants;
}

/** The weighted sum of what a kernel counts. */
function sumBy(count) {
  return (subproblems) => subproblems.reduce((sum, one) => sum + one.weight * count(one).count, 0);
}
