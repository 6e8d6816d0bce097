import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PartialCount } from '../../../src/core/plan/partial-count.js';
import { mostExpensiveFirst, type Plan } from '../../../src/core/plan/plan.js';
import { WatchedLedger } from '../../../src/core/runs/watched-ledger.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../plan/plans.js';
import { ledgerText } from '../results/ledger-text.js';

const START = 1e12;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

const bytes = (text: string) => new TextEncoder().encode(text);

/** Makes a ledger, and a function that appends results as another process would. */
function watch(plan: Plan) {
  const ledger = new WatchedLedger('f.ledger');
  const written: PartialCount[] = [];
  function append(...partials: readonly PartialCount[]): void {
    written.push(...partials);
    const text = ledgerText(plan, written);
    expect(ledger.read(bytes(text.slice(ledger.offset)), Date.now())).toBe(true);
  }
  return { ledger, append };
}

/** Returns a result that took 3 s and ended some seconds after the start. */
function partial({ id }: { readonly id: string }, end: number): PartialCount {
  return { id, count: 0, work: 6000, milliseconds: 3000, ended: START + 1000 * end };
}

const plan = planBitmask(8, 1); // four subproblems
const [first, second, third, fourth] = mostExpensiveFirst(plan.subproblems);
if (!first || !second || !third || !fourth) throw new Error('the plan is too small');
const large = planBitmask(12, 2);
const sorted = mostExpensiveFirst(large.subproblems);
const counted = plan.subproblems.map(createKernel({ kind: 'reference' }));

describe('the statistics of a ledger', () => {
  test('come from its results, even if they are read late and in another order', () => {
    const { ledger, append } = watch(plan);
    append(partial(second, 6), partial(first, 3), partial(fourth, 109), partial(third, 9)); // a pause of 97 seconds
    vi.setSystemTime(START + 500_000);
    const stats = ledger.stats(false);
    expect(stats).toMatchObject({ finished: 4, threadSeconds: 12, threads: 0, latest: START + 109_000 });
    expect(stats.workPerSecond).toBeUndefined(); // no thread is counting
    expect(stats.seconds).toBeUndefined(); // another process counted
  });

  test('have the number of threads that its results show, and their rate', () => {
    const { ledger, append } = watch(plan);
    append(partial(first, 3), partial(second, 3), partial(third, 6));
    vi.setSystemTime(START + 6000);
    const stats = ledger.stats(true);
    expect(stats).toMatchObject({ finished: 3, threads: 1 }); // one subproblem is left
    expect(stats.workPerSecond).toBeCloseTo(2000);
    expect(stats.secondsLeft).toBeCloseTo((fourth.cost * 9) / (plan.cost - fourth.cost), 0);
  });

  test('of a count that is resumed after days, on another machine, are those of its new threads', () => {
    const { ledger, append } = watch(large);
    sorted.slice(0, 8).forEach((subproblem, i) => {
      append(partial(subproblem, 3 * (1 + Math.floor(i / 2)))); // two threads
    });
    vi.setSystemTime(START + 3e8);
    const before = ledger.stats(true);
    expect(before).toMatchObject({ state: 'counting', isBehind: false, threads: 2 });
    const later = sorted.slice(8, 14).map((subproblem, i) => ({
      ...partial(subproblem, 300_000 + Math.floor(i / 3)), // three threads
      milliseconds: 1000,
    }));
    append(...later);
    const written = [...sorted.slice(0, 8).map((one, i) => partial(one, 3 * (1 + Math.floor(i / 2)))), ...later];
    const late = new WatchedLedger('f.ledger'); // is read only now
    late.read(bytes(ledgerText(large, written)), Date.now());
    const left = (large.cost - sorted.slice(0, 14).reduce((sum, { cost }) => sum + cost, 0)) / 3;
    const speed = sorted.slice(8, 14).reduce((sum, { cost }) => sum + cost, 0) / 6;
    for (const one of [ledger, late]) {
      expect(one.stats(true).threads).toBe(3);
      expect((one.stats(true).secondsLeft ?? 0) / (left / speed)).toBeCloseTo(1, 1);
    }
  });

  test('do not depend on how soon after each result it was written', () => {
    const [prompt, late] = [0, 2000].map((delay) => {
      const { ledger, append } = watch(large);
      sorted.slice(0, 8).forEach((subproblem, i) => {
        const end = 3 * (1 + Math.floor(i / 2)); // two threads
        vi.setSystemTime(START + 1000 * end + delay);
        append(partial(subproblem, end));
      });
      vi.setSystemTime(START + 14_500);
      return ledger.stats(true);
    });
    expect(late).toEqual(prompt);
  });

  test('have the total when all subproblems are finished, unless it is a part', () => {
    const { ledger, append } = watch(plan);
    append(...counted);
    expect(ledger.stats(true)).toMatchObject({ state: 'finished', count: '92', agreement: 'agrees', fraction: 1 });
    const part = new WatchedLedger('f.ledger');
    part.read(bytes(ledgerText(plan, counted, { k: 1, m: 2 })), START);
    const update = part.update();
    expect(update).toMatchObject({ part: '1/2', file: 'f.ledger' });
    expect(update.stats).toMatchObject({ state: 'finished', finished: 2, subproblems: 2 });
    expect(update.stats).not.toHaveProperty('count');
  });

  test('describe a damaged line as the caller wants, and name a conflict', () => {
    const damaged = new WatchedLedger('f.ledger', ({ message, bad }) => `${message} (${bad?.damaged})`);
    damaged.read(bytes(`${ledgerText(plan, [])}milk\n${ledgerText(plan, counted).split('\n')[1]}\n`), START);
    const { finished, problem } = damaged.stats(false);
    expect({ finished, problem }).toEqual({
      finished: 1,
      problem: 'f.ledger: line 2 is damaged (2)',
    });
    const contradiction = counted.map((one) => ({ ...one, count: one.count + 1 }));
    const conflict = new WatchedLedger('f.ledger');
    conflict.read(bytes(ledgerText(plan, [...counted, ...contradiction])), START);
    expect(conflict.stats(true)).toMatchObject({ state: 'conflict', threads: 0 });
    expect(conflict.stats(true).count).toBeUndefined();
  });
});

describe('the state of a ledger', () => {
  test('is known if the caller knows whether a process counts into the file', () => {
    const { ledger, append } = watch(plan);
    append(partial(first, 3));
    vi.setSystemTime(START + 1e9);
    expect([true, false].map((isCounted) => ledger.stats(isCounted).state)).toEqual(['counting', 'stopped']);
  });

  test('is otherwise idle if no result comes for twice the time of its longest subproblem', () => {
    const { ledger, append } = watch(plan);
    append({ ...partial(first, 0), milliseconds: 20_000 });
    vi.setSystemTime(START + 39_000);
    expect(ledger.stats()).toMatchObject({ state: 'counting', threads: 1 });
    vi.setSystemTime(START + 41_000);
    expect(ledger.stats()).toMatchObject({ state: 'idle', threads: 0, secondsLeft: undefined });
  });

  test.each([
    ['new', 5, 'counting'],
    ['of unknown age', Number.POSITIVE_INFINITY, 'idle'],
    ['half an hour old', 1800, 'idle'],
  ])('of a file without a result that is %s depends on its age', (_, age, state) => {
    const ledger = new WatchedLedger('f.ledger');
    ledger.read(bytes(ledgerText(plan, [])), Math.max(0, START - 1000 * age));
    expect(ledger.stats()).toMatchObject({ state, finished: 0, fraction: 0, threads: 0, isBehind: false });
    expect(ledger.stats()).toMatchObject({ secondsLeft: undefined, workPerSecond: undefined, latest: undefined });
  });
});

describe('a ledger is read from its start', () => {
  test('after it was replaced or shortened, and its old results are gone', () => {
    const { ledger, append } = watch(plan);
    append(...counted.slice(0, 3));
    const other = ledgerText(large, []);
    expect(ledger.read(bytes(other.slice(ledger.offset)), START)).toBe(false);
    expect(ledger.offset).toBe(0);
    expect(ledger.read(bytes(other), START)).toBe(true);
    expect(ledger.stats()).toMatchObject({ n: 12, finished: 0, threadSeconds: 0 });
  });

  test('after it could not be read', () => {
    const ledger = new WatchedLedger('f.ledger');
    expect(() => ledger.read(bytes('milk\n'), START)).toThrow('f.ledger is not a ledger file');
    expect(() => ledger.stats()).toThrow('f.ledger');
    expect(ledger.read(bytes(ledgerText(plan, counted)), START)).toBe(true);
    expect(ledger.stats()).toMatchObject({ count: '92' });
  });
});
