// How busy the plans of meet keep threads, simulated from measured subproblems. Run `npm run build`, then
//
//     node scripts/bench/busy.mjs [n,n,...] [threads,threads,...] [sample]
//     node scripts/bench/busy.mjs --write     also writes what plans take to test/vectors/plan-costs.ts, for a test
//
// Of each plan a sample of subproblems is counted on one thread (all, if there are no more, and up to n = 19; then the
// count is checked), in mixed order, so that a slow spell of the machine hits all plans alike. What is not in the sample
// takes as much longer than estimated as one that is, chosen at random. Threads take the most expensive subproblem left,
// as in a count. The speed-up is over the plan for one thread: it has the price of a finer cut in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, cpuUsage } from 'node:process';
import { compareWithKnown } from '../../dist/src/board/known-counts.js';
import { planMeet } from '../../dist/src/plan/meet-plan.js';
import { mostExpensiveFirst } from '../../dist/src/plan/plan.js';
import { fastKernel, random, shuffled } from './samples.mjs';

const [sizes = '16,17,18,19,20,21', numbers = '1,2,16,64', sample = '30'] = argv
  .slice(2)
  .filter((arg) => arg !== '--write');
const MEASURED_WHOLE_UP_TO = 19;
const VECTORS = new URL('../../test/vectors/plan-costs.ts', import.meta.url);

const count = fastKernel('meet');

for (const subproblem of planMeet(17).subproblems) count(subproblem); // the engine compiles the kernel for speed
/** What is known of the subproblems of a plan, by its hash: plans for few threads are often the same. */
const byHash = new Map();
const plans = sizes
  .split(',')
  .map(Number)
  .flatMap((n) => numbers.split(',').map((threads) => plan(n, Number(threads))));
const tasks = [...byHash.values()].flatMap((work) => work.chosen.map((subproblem) => () => measure(work, subproblem)));
for (const [i, task] of shuffled(tasks).entries()) {
  process.stderr.write(`\r${i + 1} of ${tasks.length}`);
  task();
}
process.stderr.write('\n');

console.log('n   threads  subproblems  CPU seconds  estimated / measured  largest / mean  busy  speed-up');
const lines = plans.map(({ n, threads, work }) => {
  check(n, work);
  const times = timesOf(work);
  const sum = microsecondsOf(work);
  const end = (lastToEnd(times, threads) * sum) / total(times);
  const ofOne = microsecondsOf((plans.find((other) => other.n === n) ?? plans[0]).work);
  const cells = [
    ...[String(n).padEnd(3), String(threads).padStart(7), String(times.length).padStart(11)],
    ...[(sum / 1e6).toFixed(3).padStart(11), (work.cost / sum).toFixed(2).padStart(20)],
    ...[((Math.max(...times) / total(times)) * times.length).toFixed(1).padStart(14)],
    ...[`${Math.round((100 * sum) / threads / end)} %`.padStart(5), (ofOne / end).toFixed(2).padStart(8)],
  ];
  console.log(cells.join('  '));
  return `  [${n}, ${threads}, ${Number((sum / 1e6).toPrecision(3))}],\n`;
});
if (argv.includes('--write')) {
  const text = readFileSync(VECTORS, 'utf8');
  writeFileSync(VECTORS, text.replace(/= \[[^;]*\];/, `= [\n${lines.join('')}];`));
}

function plan(n, threads) {
  const { hash, cost, subproblems } = planMeet(n, { threads });
  if (!byHash.has(hash)) {
    const sorted = [...mostExpensiveFirst(subproblems)];
    const step = n <= MEASURED_WHOLE_UP_TO ? 1 : Math.max(1, sorted.length / Number(sample));
    const chosen = sorted.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
    byHash.set(hash, { cost, subproblems: sorted, chosen, measured: new Map(), sum: 0 });
  }
  return { n, threads, work: byHash.get(hash) };
}

/** The least CPU time of two counts: the first one after another board pays for the caches. */
function measure(work, subproblem) {
  for (let round = 0; round < 2; round++) {
    const start = cpuUsage();
    const { count: solutions } = count(subproblem);
    const { user, system } = cpuUsage(start);
    if (round === 0) work.sum += solutions;
    work.measured.set(subproblem, Math.min(user + system, work.measured.get(subproblem) ?? Number.POSITIVE_INFINITY));
  }
}

function check(n, { subproblems, chosen, sum }) {
  if (chosen.length < subproblems.length || compareWithKnown(n, BigInt(sum)) === 'agrees') return;
  throw new Error(`n = ${n} counted as ${sum}`);
}

/** Microseconds of all, from the sample. */
function microsecondsOf({ cost, chosen, measured }) {
  const estimated = chosen.reduce((sum, subproblem) => sum + subproblem.cost, 0);
  return (cost * total([...measured.values()])) / estimated;
}

/** Microseconds of each subproblem. */
function timesOf({ subproblems, chosen, measured }) {
  return subproblems.map((subproblem) => {
    const like = measured.has(subproblem) ? subproblem : chosen[random(chosen.length)];
    return (subproblem.cost / like.cost) * measured.get(like);
  });
}

/** When the last of the threads ends that take these in turn. */
function lastToEnd(times, threads) {
  const ends = new Array(threads).fill(0);
  for (const time of times) ends[ends.indexOf(Math.min(...ends))] += time;
  return Math.max(...ends);
}

function total(times) {
  return times.reduce((sum, time) => sum + time, 0);
}
