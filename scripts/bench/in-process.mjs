// Counts n queens again and again in one process, and prints as JSON what the first time took, cold, and the median of
// those after it, warm: CPU seconds and wall-clock seconds. Cold is without Node's own start, but with all that is then
// loaded and compiled. bench.mjs starts a process for each:
//
//     node scripts/bench/in-process.mjs <n> <warm rounds> kernel <bitmask|meet> <fast|readable>    one thread, no planning
//     node scripts/bench/in-process.mjs <n> <warm rounds> solver <a textbook solver>               one thread
//     node scripts/bench/in-process.mjs <n> <warm rounds> textbook                                 the baseline, one thread
//     node scripts/bench/in-process.mjs <n> <warm rounds> count <threads>                          the library's count()
import { argv, cpuUsage } from 'node:process';
import { knownCount } from '../../dist/src/board/known-counts.js';
import { median } from './measure.mjs';

const [, , size, rounds, way, ...details] = argv;
const n = Number(size);

/** Each way of counting: what it needs beforehand, and the count itself. */
const WAYS = {
  async kernel(algorithm, kind) {
    const { choosePlan } = await import('../../dist/src/plan/choose-plan.js');
    const { compileKernel } = await import('../../dist/workers/compile-kernel.js');
    const { makeKernel } = await import('../../dist/workers/kernels.js');
    const { subproblems } = choosePlan(n, { algorithm, threads: 1 });
    let kernel;
    return () => {
      kernel ??= makeKernel(compileKernel(algorithm, kind));
      let sum = 0n;
      for (const one of subproblems) sum += BigInt(one.weight) * BigInt(kernel(one).count);
      return sum;
    };
  },
  async solver(name) {
    const { solvers } = await import('../../dist/src/textbook/solvers.js');
    const { solutionsOf } = await import('../../dist/src/textbook/search.js');
    return () => {
      let found = 0n;
      for (const _ of solutionsOf(solvers[name].solve, n)) found++;
      return found;
    };
  },
  async textbook() {
    const { count } = await import('./textbook.mjs');
    return () => BigInt(count(n));
  },
  async count(threads) {
    const { count } = await import('../../dist/src/index.js');
    return async () => (await count(n, { threads: Number(threads) })).count;
  },
};

async function timed(task) {
  const [cpu, wall] = [cpuUsage(), performance.now()];
  const counted = await task();
  const { user, system } = cpuUsage(cpu);
  const figures = { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1000 };
  if (counted !== knownCount(n)) throw new Error(`${argv.slice(2).join(' ')}: counted ${counted}`);
  return figures;
}

const task = await WAYS[way](...details);
const cold = await timed(task);
const warm = [];
for (let round = 0; round < Number(rounds); round++) warm.push(await timed(task));
const medians = { cpu: median(warm.map(({ cpu }) => cpu)), wall: median(warm.map(({ wall }) => wall)) };
console.log(JSON.stringify({ cold, warm: medians }));
