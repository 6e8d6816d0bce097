// The meet-in-the-middle kernels alone, by n and variant, on one thread: run `npm run build`, then
//
//     node scripts/bench/meet.mjs [n,n,...] [rounds]
//
// Warm: the first round of each is thrown away. Interleaved: every round runs every variant once, so that a slow spell
// of the machine hits all alike; the figures are medians of CPU time (user and system). Every count is checked.
import { cpus } from 'node:os';
import { argv, cpuUsage, version } from 'node:process';
import { compareWithKnown } from '../../dist/src/board/known-counts.js';
import { planBitmask } from '../../dist/src/plan/bitmask-plan.js';
import { wideCut } from '../../dist/src/plan/meet-cuts.js';
import { plainSubproblems } from '../../dist/src/plan/meet-plain-plan.js';
import { DEFAULT_MEMORY, planMeet } from '../../dist/src/plan/meet-plan.js';
import { wideSubproblems } from '../../dist/src/plan/meet-wide-plan.js';
import { bitmaskKernel } from '../../dist/workers/bitmask.js';
import { compile, compileMeet } from './samples.mjs';

const LARGEST_FOR_BITMASK = 14;

const [, , sizes = '8,10,12,13,14,15,16,17,18', rounds = '5'] = argv;
const countMeet = compileMeet();
const countBitmask = bitmaskKernel(compile('bitmask'));

console.log(`${cpus()[0]?.model}, ${cpus().length} cores; node ${version}; ${new Date().toISOString().slice(0, 10)}`);
console.log('n   what              subproblems  median ms  least ms  ns a solution');
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
      `${String(n).padEnd(3)} ${what.padEnd(17)} ${cells.join('  ')}  ${((median * 1e6) / solutions).toFixed(2).padStart(8)}`,
    );
  }
}

/** What is measured for n: the plan as it would run, the other variant where there is one, and backtracking. */
function contestantsFor(n) {
  const planned = [...planMeet(n).subproblems];
  /** @type {{ what: string, subproblems: unknown[], count: (subproblems: unknown[]) => number }[]} */
  const contestants = [{ what: `${planned[0].variant}, planned`, subproblems: planned, count: sumBy(countMeet) }];
  if (n % 2 === 0) {
    const other = planned[0].variant === 'plain' ? wideOf(n) : plainOf(n);
    contestants.push({ what: other[0].variant, subproblems: other, count: sumBy(countMeet) });
  }
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

function wideOf(n) {
  return wideSubproblems(n, wideCut(n, 0), DEFAULT_MEMORY);
}

function plainOf(n) {
  const cut = { keyColumns: n < 12 ? 2 : n < 18 ? 4 : 8, extraPairs: 3, longestList: n < 18 ? 4_000 : 24_000 };
  return plainSubproblems(n, cut, DEFAULT_MEMORY);
}
