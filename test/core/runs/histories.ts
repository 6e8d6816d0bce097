import fc from 'fast-check';
import { createShare, type Plan } from '../../../src/core/plan/plan.js';
import { planBitmask } from '../plan/plans.js';

/** A machine that counts a run: its threads, and a thread's time divided by that of the reference machine. */
interface Machine {
  readonly threads: number;
  readonly slowdown: number;
}

/** Some machines that count for a while, after a pause. */
interface Phase {
  readonly machines: readonly Machine[];
  /** Seconds in which nothing is counted before this phase, such as a night. */
  readonly pause: number;
  /** Fraction of the run that is done in this phase, unless it is the last one, which ends with the run. */
  readonly part: number;
  /** Whether the results come from a file that another machine counted. */
  readonly isImport: boolean;
}

/** One subproblem counted by a thread. Times are in milliseconds since 1970; `isLost` if a stop came before the end. */
export interface Counting {
  readonly index: number;
  readonly worker: number;
  readonly thread: number;
  readonly start: number;
  readonly end: number;
  readonly isLost: boolean;
}

export interface History {
  readonly plan: Plan;
  readonly phases: readonly (Phase & { readonly start: number; readonly end: number })[];
  readonly countings: readonly Counting[];
}

/** Makes a plan whose subproblems have these costs, the most expensive first. */
function planWith(costs: readonly number[]): Plan {
  const plan = planBitmask(8, 1);
  const [one] = plan.subproblems;
  if (!one) throw new Error('the plan is empty');
  const subproblems = costs.toSorted((a, b) => b - a).map((cost, index) => ({ ...one, id: String(index), cost }));
  return { ...plan, ...createShare(plan, subproblems) };
}

/** Simulates a run. A subproblem's time is its cost times the machine's slowdown, times an error that costs have. */
function simulate(costs: readonly number[], errors: readonly number[], phases: readonly Phase[]): History {
  const plan = planWith(costs);
  const waiting = plan.subproblems.map((_, index) => index);
  const countings: Counting[] = [];
  const timed: History['phases'][number][] = [];
  let now = 1e12;
  let worker = 0;
  phases.forEach((phase, number) => {
    const start = now + 1000 * phase.pause;
    const threads = phase.machines.flatMap(({ threads: size, slowdown }) => {
      worker++;
      return Array.from({ length: size }, () => ({ worker, slowdown, free: start }));
    });
    const isLast = number === phases.length - 1;
    const stopAt = isLast ? 0 : waiting.length * (1 - phase.part);
    const own: Counting[] = [];
    while (waiting.length > stopAt) {
      const thread = threads.reduce((first, one) => (one.free < first.free ? one : first));
      const index = waiting.shift() ?? 0;
      const milliseconds =
        (plan.subproblems[index]?.cost ?? 0) * thread.slowdown * (errors[index % errors.length] ?? 1);
      const end = thread.free + milliseconds;
      own.push({
        index,
        worker: thread.worker,
        thread: threads.indexOf(thread),
        start: thread.free,
        end,
        isLost: false,
      });
      thread.free = end;
    }
    const frees = threads.map(({ free }) => free);
    const end = isLast ? Math.max(...frees) : Math.min(...frees); // a stop loses what the other threads are counting
    for (const counting of own) {
      const isLost = counting.end > end;
      if (isLost) waiting.unshift(counting.index);
      countings.push({ ...counting, isLost });
    }
    waiting.sort((a, b) => a - b);
    timed.push({ ...phase, start, end });
    now = end;
  });
  return { plan, phases: timed, countings };
}

const machine = fc.record({
  threads: fc.integer({ min: 1, max: 8 }),
  slowdown: fc.double({ min: 0.25, max: 4, noNaN: true }),
});

function phase(machines: number) {
  return fc.record({
    machines: fc.array(machine, { minLength: 1, maxLength: machines }),
    pause: fc.constantFrom(2, 60, 3600, 50_000, 1e6),
    part: fc.double({ min: 0.05, max: 0.25, noNaN: true }),
    isImport: fc.boolean(),
  });
}

/**
 * Random histories: up to four phases with different machines, each after a pause or a night; the first may be imported
 * from a file. Subproblems take from a tenth of a second to an hour, and 0.7 to 1.4 times as long as their costs say.
 *
 * @param machines maximum number of machines at once.
 */
export function histories(machines: number): fc.Arbitrary<History> {
  const costs = fc
    .record({
      typical: fc.constantFrom(100, 2_000, 60_000, 3_600_000),
      spread: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
      size: fc.integer({ min: 40 * 8 * machines, max: 60 * 8 * machines }),
    })
    .map(({ typical, spread, size }) =>
      Array.from({ length: size }, (_, i) => typical * (spread[i % spread.length] ?? 1)),
    );
  const errors = fc.array(fc.double({ min: 0.7, max: 1.4, noNaN: true }), { minLength: 17, maxLength: 17 });
  return fc
    .tuple(costs, errors, fc.array(phase(machines), { minLength: 1, maxLength: 4 }))
    .map(([cost, error, phases]) =>
      simulate(
        cost,
        error,
        phases.map((one, i) => ({ ...one, isImport: one.isImport && i === 0 && phases.length > 1 })),
      ),
    );
}
