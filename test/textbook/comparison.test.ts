import { afterEach, expect, it, vi } from 'vitest';
import { agree, compareSolvers, type Entry, forecast, measure, ratioToBitmask } from '../../src/textbook/comparison.js';
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

it('the ratio of a solver divides its time by the time of bitmask', () => {
  const entries = [ran('iterative', 92, 6), ran('bitmask', 92, 2)];
  expect(entries.map((entry) => ratioToBitmask(entry, entries))).toEqual([3, 1]);
});

it('a forecast has the exact number of boards, or the approximate number of queens', () => {
  expect(forecast(solvers.combinations, 8).nodes).toBe(4_426_165_368n);
  const { nodes, seconds } = forecast(solvers.bitmask, 12);
  expect(Number(nodes) / 856_188).toBeGreaterThan(0.8); // OEIS A319283(12) - 1
  expect(Number(nodes) / 856_188).toBeLessThan(1.25);
  expect(seconds).toBeGreaterThan(0);
});

it('a measurement has the work of one search, even if the search was repeated', () => {
  expect(measure(solvers.iterative, 6)).toMatchObject({ solutions: 4, nodes: 152, tests: 2016 });
});

it('a measurement takes the shortest time, and repeats the search until two times agree', () => {
  const lengths = [500, 90, 200, 20, 21, 700];
  const times = lengths.flatMap((length) => [0, length]);
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? Number.NaN);
  expect(measure(solvers.bitmask, 4).seconds).toBe(0.02);
  expect(times).toEqual([0, 700]);
});
