// What is measured besides whole processes: counts within one process, cold and warm, and the way from the textbook to
// this program in steps. Each figure comes from a process of its own (in-process.mjs).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('in-process.mjs', import.meta.url));

/** Time grows so much from one n to the next, more or less. */
const GROWTH = 8;

function inProcess(n, rounds, ...way) {
  return JSON.parse(execFileSync(process.execPath, [SCRIPT, String(n), String(rounds), ...way], { encoding: 'utf8' }));
}

/** Kernels and the library's count(), from the smallest board that they count. */
const WITHIN = [
  { name: 'bitmask kernel', way: ['kernel', 'bitmask', 'fast'], from: 0 },
  { name: 'meet kernel', way: ['kernel', 'meet', 'fast'], from: 5 },
  { name: 'bitmask kernel, readable', way: ['kernel', 'bitmask', 'readable'], from: 0 },
  { name: 'meet kernel, readable', way: ['kernel', 'meet', 'readable'], from: 5 },
];

/** The same board in ever better ways, all on one thread. `baseline` marks those whose whole process is measured; those
 * that take seconds are run twice. */
const STEPS = [
  { name: 'columns compared', way: ['solver', 'column-array'], rounds: 1 },
  { name: 'flags for diagonals', way: ['solver', 'diagonal-flags'], rounds: 1 },
  { name: 'bit masks, half the board', way: ['textbook'] },
  { name: 'the same in C', baseline: 'C' },
  { name: 'own stack, in WebAssembly', way: ['kernel', 'bitmask', 'fast'] },
  { name: 'meet in the middle, SIMD', way: ['kernel', 'meet', 'fast'] },
];

/**
 * Cold and warm figures of the kernels, and of count() on the given threads, by n: up to the board for which a count is
 * forecast at more than `patience` seconds.
 */
export function measureWithin(sizes, threads, { runs, patience, note }) {
  const figures = [];
  for (const { name, way, from } of [...WITHIN, { name: 'count()', way: ['count', String(threads)], from: 0 }]) {
    let last = 0;
    for (const n of sizes.filter((n) => n >= from)) {
      if (last * GROWTH > patience) break;
      note(`n = ${n} in one process: ${name}`);
      const measured = inProcess(n, runs, ...way);
      last = measured.cold.cpu;
      figures.push({ n, what: name, ...measured });
    }
  }
  return figures;
}

/**
 * CPU seconds of each step, warm where it is counted within one process.
 *
 * @param figures those of whole processes, for the baselines.
 */
export function measureSteps(n, figures, note) {
  return STEPS.flatMap(({ name, way = [], baseline, rounds = 9 }) => {
    if (baseline) {
      const found = figures.find((row) => row.n === n && row.entrant.split(' ')[0] === baseline);
      return found ? [{ name, cpu: found.cpu }] : [];
    }
    note(`n = ${n}, step: ${name}`);
    return [{ name, cpu: inProcess(n, rounds, ...way).warm.cpu }];
  });
}
