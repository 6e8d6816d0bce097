import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { OutOfMemoryError } from '../../src/core/errors/errors.js';
import { chooseMeetCut, createSubproblem, type MeetCut, subproblemsOfCut } from '../../src/core/plan/meet-plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import type { MeetSubproblem } from '../../src/core/plan/subproblem.js';
import { createMeetKernel, minMemory } from '../../workers/meet.js';
import { randomSubproblem } from '../core/plan/random-subproblem.js';
import { countMeet, meetModule } from './meet-modules.js';

/** Returns the first subproblem of a cut. */
function firstOf(n: number, cut: MeetCut): MeetSubproblem {
  const [subproblem] = runSteps(subproblemsOfCut(n, cut));
  if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
  return subproblem;
}

for (const [n, splitColumns, from, to, steps] of [
  [13, 0, 1_500_000, 1_750_000, 100], // the steps are so small that some attempts fail after counting pairs
  [16, 0, 0, 12_000_000, 30],
  [18, 3, 0, 120_000_000, 20],
  [19, 6, 0, 60_000_000, 20],
] as const) {
  test(`n = ${n}: a kernel without enough memory says so, and never miscounts`, () => {
    const subproblem = firstOf(n, chooseMeetCut(n, splitColumns));
    const { count, work } = countMeet(subproblem);
    const outcomes = new Set<string>();
    for (let memory = from; memory < to; memory += (to - from) / steps) {
      try {
        expect(createMeetKernel(meetModule, memory)(subproblem)).toEqual({ count, work });
        outcomes.add('counted');
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        expect(error.needed).toBe(2 * memory);
        outcomes.add('failed');
      }
    }
    expect([...outcomes].toSorted()).toEqual(['counted', 'failed']);
  });
}

test.each([
  [16, 7, 3, 2.8], // rows above the band, band rows, and megabytes that its 14 fillings need undivided
  [16, 6, 4, 1.9], // 157 fillings
  [17, 7, 3, 4.1],
])(
  'n = %i, %i rows above %i: fillings that need %f MB are counted with less, in parts',
  (n, rowsAbove, bandRows, need) => {
    const bottom = rowsAbove + bandRows - 1;
    const cut = { ...chooseMeetCut(n, 0), rowsAbove, bandRows, lastRow: bottom, givenQueens: 1 };
    const subproblem = runSteps(subproblemsOfCut(n, cut)).at(-1);
    if (!subproblem) throw new Error(`n = ${n} has no subproblem`);
    const tally = countMeet(subproblem);
    for (let memory = 1.7e6; memory < need * 1e6; memory += 6e5) {
      expect(createMeetKernel(meetModule, memory)(subproblem)).toEqual(tally);
    }
  },
);

test('n = 15 to 22: pieces with too little memory are counted in parts, or refused', () => {
  let counted = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 15, max: 22 }),
      fc.integer({ min: 4, max: 12 }),
      fc.integer({ min: 1_560_000, max: 2_200_000 }),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      (n, open, memory, isPacked, choices) => {
        const subproblem = randomSubproblem(n, choices, open);
        try {
          expect(createMeetKernel(meetModule, memory, { isPacked })(subproblem)).toEqual(countMeet(subproblem));
          counted++;
        } catch (error) {
          if (!(error instanceof OutOfMemoryError)) throw error;
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
  expect(counted).toBeGreaterThan(10);
});

test('n = 18 to 26: random pieces have the same count and work with little memory as with 256 MB', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 18, max: 26 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 0, max: 20 }),
      fc.infiniteStream(fc.nat()),
      (n, open, step, choices) => {
        const subproblem = randomSubproblem(n, choices, open);
        const memory = minMemory(n) * 1.08 ** step;
        expect(createMeetKernel(meetModule, memory)(subproblem)).toEqual(countMeet(subproblem));
      },
    ),
    { numRuns: 100 },
  );
});

/** The exports of an instance that these tests use. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  grantMemory(bytes: number): boolean;
  count(): number;
}

const { Instance } = WebAssembly;

test.each([
  ['16 MB', 2 ** 24, { message: expect.stringMatching(/in its thread; free some memory$/), needed: undefined }],
  ['2 MB', 2 ** 21, { message: expect.stringMatching(/in its thread$/), needed: 2 ** 22 }],
])('with a limit of %s, where the system grants 2.5 MB, a kernel says how to get more', (_, memory, facts) => {
  const spy = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function createInstance(module) {
    const exports = new Instance(module).exports as unknown as Exports; // exports of a module have no types
    const grantMemory = (bytes: number) => bytes <= 2.5 * 2 ** 20 && exports.grantMemory(bytes);
    const count = () => -1; // no filling fits, so all are divided until no column has a choice of sides
    return { exports: { ...exports, grantMemory, count } };
  });
  const kernel = createMeetKernel(meetModule, memory);
  spy.mockRestore();
  expect(() => kernel(firstOf(8, chooseMeetCut(8, 0)))).toThrow(expect.objectContaining(facts));
});

/** Makes a kernel, and the exports of its instance. */
function makeOpenKernel(memory: number, isPacked: boolean) {
  const instances: WebAssembly.Instance[] = [];
  function createInstance(module: WebAssembly.Module): WebAssembly.Instance {
    const instance = new Instance(module);
    instances.push(instance);
    return instance;
  }
  const spy = vi.spyOn(WebAssembly, 'Instance').mockImplementation(createInstance);
  const kernel = createMeetKernel(meetModule, memory, { isPacked });
  spy.mockRestore();
  return { kernel, exports: instances[0]?.exports as unknown as Exports }; // exports of a module have no types
}

test('the second job of an instance lists as many halves as the first job of a new one', () => {
  /** Counts subproblems in turn. @returns the number of words of memory that the last one uses. */
  function wordsUsed(isPacked: boolean, subproblems: readonly MeetSubproblem[]): number {
    const { kernel, exports } = makeOpenKernel(2 ** 22, isPacked);
    exports.grantMemory(2 ** 22);
    const words = new Int32Array(exports.memory.buffer);
    const lists = words.subarray(words.findLastIndex((word) => word !== 0) + 1); // after the constant tables
    for (const subproblem of subproblems) {
      lists.fill(0);
      kernel(subproblem);
    }
    return lists.reduce((used, word) => (word === 0 ? used : used + 1), 0);
  }

  const choices = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 16 }), fc.boolean(), choices, (n, isPacked, choices) => {
      const first = randomSubproblem(n, choices, 4);
      const second = randomSubproblem(n, choices, 8);
      expect(wordsUsed(isPacked, [first, second])).toBe(wordsUsed(isPacked, [second]));
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('next-to-last levels are stored if there is room, and the count is the same if they are not', () => {
  const sides = { above: 0x9004, below: 0xd0140 };
  const subproblem = createSubproblem({ n: 20, rowsAbove: 9, bandRows: 3, lastRow: 11, queens: [13, 9], ...sides });
  const count = 82_416;
  const least = 2_700_000; // with less, the only filling must be divided

  function wordsUsed(memory: number): number {
    const { kernel, exports } = makeOpenKernel(memory, true);
    expect(kernel(subproblem).count).toBe(count);
    return new Int32Array(exports.memory.buffer).reduce((used, word) => (word === 0 ? used : used + 1), 0);
  }
  expect(wordsUsed(2 ** 23)).toBeGreaterThan(2 * wordsUsed(least));

  const { kernel, exports } = makeOpenKernel(2 ** 23, true);
  kernel(subproblem); // leaves the filling in the input
  // From 2.80 to 2.85 MB, the kernel fails to store the level below.
  for (let memory = 2_780_000; memory < 2_870_000; memory += 2 ** 12) {
    exports.grantMemory(memory);
    expect(exports.count()).toBe(count);
  }
});

test('a smaller grant takes memory from the next job', () => {
  const { kernel, exports } = makeOpenKernel(2 ** 24, false);
  kernel(firstOf(17, chooseMeetCut(17, 0))); // leaves its last filling in the input
  const last = exports.count();
  expect(last).toBeGreaterThan(0);
  exports.grantMemory(1_600_000);
  expect(exports.count()).toBe(-1);
  exports.grantMemory(2 ** 24);
  expect(exports.count()).toBe(last);
});
