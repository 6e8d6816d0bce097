import { expect, it } from 'vitest';
import { agree, compareSolvers, type Entry } from '../../../src/core/textbook/comparison.js';
import { solverNames } from '../../../src/core/textbook/solver-names.js';
import { readCpuSeconds } from '../../../src/node/machine/machine.js';

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
