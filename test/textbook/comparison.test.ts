import { afterEach, expect, it, vi } from 'vitest';
import { agree, compareSolvers, type Entry, estimate, measure } from '../../src/textbook/comparison.js';
import { solverNames } from '../../src/textbook/solver-names.js';
import { solvers } from '../../src/textbook/solvers.js';

function ran(name: Entry['name'], solutions: number, seconds: number): Entry {
  return { name, ran: true, result: { solutions, nodes: 1, tests: 1, seconds } };
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('all solvers run in order, and their results agree', () => {
  const started: string[] = [];
  const entries = compareSolvers(5, { force: false, onStart: (name) => started.push(name) });
  expect(started).toEqual(solverNames);
  expect(entries.map(({ name, ran }) => [name, ran])).toEqual(solverNames.map((name) => [name, true]));
  expect(agree(entries)).toBe(true);
});

it('agree detects a solver with a different count', () => {
  expect(agree([ran('iterative', 92, 1), ran('bitmask', 92, 1)])).toBe(true);
  expect(agree([ran('iterative', 91, 1), ran('bitmask', 92, 1)])).toBe(false);
});

it('a forecast has the exact number of boards, or the approximate number of queens', () => {
  expect(estimate(solvers.combinations, 8).nodes).toBe(4_426_165_368n);
  const { nodes, seconds } = estimate(solvers.bitmask, 12);
  expect(Number(nodes) / 856_188).toBeGreaterThan(0.8); // OEIS A319283(12) - 1
  expect(Number(nodes) / 856_188).toBeLessThan(1.25);
  expect(seconds).toBeGreaterThan(0);
});

it('a measurement has the work of one search, even if the search was repeated', () => {
  expect(measure(solvers.iterative, 6)).toMatchObject({ solutions: 4, nodes: 152, tests: 2016 });
});

it('a measurement has the CPU time of the fastest batch, without the time in which the thread waits', () => {
  const times = [0.5, 0.7, 0.3, 0.9].flatMap((seconds) => [0, seconds * 1e6]);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: times.shift() ?? Number.NaN, system: 0 }));
  expect(measure(solvers.bitmask, 4).seconds).toBe(0.5);
  expect(times).toHaveLength(4); // more than a second is enough
});

it('a search that is too short to measure is repeated in larger batches', () => {
  const times = [0.01, 0.02, 0.04, 0.08, 0.06].flatMap((seconds) => [0, seconds * 1e6]);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: 0, system: times.shift() ?? Number.NaN }));
  expect(measure(solvers.bitmask, 4).seconds).toBe(0.01); // four searches in 0.04 s
  expect(times).toEqual([]);
});
