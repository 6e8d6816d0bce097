import { afterEach, expect, it, vi } from 'vitest';
import { solverNames } from '../../../src/core/textbook/solver-names.js';
import { solvers } from '../../../src/core/textbook/solvers.js';
import { agree, compareSolvers, type Entry, estimate, measure, searchAll } from '../../../src/core/textbook/timing.js';
import { readCpuSeconds } from '../../../src/node/machine/machine.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const four = () => searchAll(solvers.bitmask, 4);

it('a forecast has the exact number of boards, or the approximate number of queens', () => {
  expect(estimate(solvers.combinations, 8, readCpuSeconds).nodes).toBe(4_426_165_368n);
  const { nodes, seconds } = estimate(solvers.bitmask, 12, readCpuSeconds);
  expect(Number(nodes) / 856_188).toBeGreaterThan(0.8); // OEIS A319283(12) - 1
  expect(Number(nodes) / 856_188).toBeLessThan(1.25);
  expect(seconds).toBeGreaterThan(0);
});

it('a measurement has the work of one search, even if the search was repeated', () => {
  expect(measure(() => searchAll(solvers.iterative, 6), readCpuSeconds)).toMatchObject({
    solutions: 4,
    nodes: 152,
    tests: 2016,
  });
});

it('a measurement has the CPU time of the fastest batch, without the time in which the thread waits', () => {
  const times = [0.5, 0.7, 0.3, 0.9].flatMap((seconds) => [0, seconds * 1e6]);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: times.shift() ?? Number.NaN, system: 0 }));
  expect(measure(four, readCpuSeconds).seconds).toBe(0.3);
  expect(times).toHaveLength(2); // three batches are enough
});

it('a search of a second or more is measured once', () => {
  const times = [0, 1, 1, 1.5];
  expect(measure(four, () => times.shift() ?? Number.NaN).seconds).toBe(1);
  expect(times).toHaveLength(2);
});

it('with batches of twenty steps, a coarse clock is right within five percent', () => {
  const step = 0.0167;
  let now = 0;
  const search = () => {
    now += 0.0011;
    return { solutions: 0, nodes: 0, tests: 0 };
  };
  const { seconds } = measure(search, () => Math.floor(now / step) * step, 20 * step);
  expect(Math.abs(seconds / 0.0011 - 1)).toBeLessThan(0.05);
});

it('a search that is too short to measure is repeated in larger batches', () => {
  const times = [0.01, 0.02, 0.04, 0.08, 0.06].flatMap((seconds) => [0, seconds]);
  expect(measure(four, () => times.shift() ?? Number.NaN).seconds).toBe(0.01); // four searches in 0.04 s
  expect(times).toEqual([]);
});

function ran(name: Entry['name'], solutions: number, seconds: number): Entry {
  return { name, ran: true, result: { solutions, nodes: 1, tests: 1, seconds } };
}

it('all solvers run in order, and their results agree', () => {
  const started: string[] = [];
  const entries = compareSolvers(5, { clock: readCpuSeconds, force: false, onStart: (name) => started.push(name) });
  expect(started).toEqual(solverNames);
  expect(entries.map(({ name, ran }) => [name, ran])).toEqual(solverNames.map((name) => [name, true]));
  expect(agree(entries)).toBe(true);
});

it('agree detects a solver with a different count', () => {
  expect(agree([ran('iterative', 92, 1), ran('bitmask', 92, 1)])).toBe(true);
  expect(agree([ran('iterative', 91, 1), ran('bitmask', 92, 1)])).toBe(false);
});
