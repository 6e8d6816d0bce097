import { describe, expect, test } from 'vitest';
import { createSearch } from '../../../src/core/textbook/search.js';
import { solverNames } from '../../../src/core/textbook/solver-names.js';
import { solvers } from '../../../src/core/textbook/solvers.js';
import { traceSteps } from '../../../src/core/textbook/trace.js';
import { listSearchSteps } from '../../../src/page/solvers/steps.js';
import { placements } from '../plain-search.js';

// The steps that the Solvers view shows.
const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1);

describe.each(solverNames.filter((name) => solvers[name].visits === 'board'))('the steps of %s', (name) => {
  test.each([4, 5])('are the boards that the solver tests for %i queens, with its tests and solutions', (n) => {
    const search = createSearch({ watched: true });
    const tested: unknown[] = [];
    let [before, solutions] = [0, 0];
    for (const event of solvers[name].solve(n, search)) {
      if (event.kind !== 'board') continue; // the step of a board also finds its solution
      if (event.peaceful) solutions++;
      tested.push({ event, queens: event.cells, nodes: search.nodes, tests: search.tests - before, solutions });
      before = search.tests;
      if (tested.length === 5000) break;
    }
    const steps = listSearchSteps(n, name);
    expect(steps.length).toBe(Number(solvers[name].space.size(n)));
    const shown = numbers(tested.length).map((step) => steps.at(step));
    expect(shown).toMatchObject(tested);
    for (const { event, clash } of shown) expect(clash === undefined).toBe(event.kind === 'board' && event.peaceful);
  });

  test('go from one solution to the next one, also among billions of boards', () => {
    const steps = listSearchSteps(8, name);
    const found: (readonly number[])[] = [];
    let step = 1;
    for (let i = 0; i < 92; i++) {
      step = steps.nextSolution(step);
      expect(steps.at(step).solutions).toBe(i + 1);
      expect(steps.nextSolution(step - 1)).toBe(step);
      found.push(steps.at(step).queens.map(({ column }) => column));
    }
    expect(found).toEqual(placements(8, 8));
    expect(steps.nextSolution(step)).toBe(steps.length);
  });
});

describe.each(solverNames.filter((name) => solvers[name].visits === 'queen'))('the steps of %s', (name) => {
  test('are those of the solver, and lead to each queen and each solution', () => {
    const steps = listSearchSteps(6, name);
    const traced = [...traceSteps(solvers[name].solve(6, createSearch({ watched: true })))];
    expect(numbers(steps.length).map((step) => steps.at(step))).toMatchObject(traced);
    expect(steps.at(steps.length)).toMatchObject({ nodes: 152, solutions: 4 });
    for (const nodes of [1, 50, 152]) {
      const step = steps.firstAt(nodes);
      expect([steps.at(step).nodes, steps.at(step - 1).nodes]).toEqual([nodes, nodes - 1]);
    }
    let step = 1;
    for (const solution of placements(6, 6)) {
      step = steps.nextSolution(step);
      expect(steps.at(step).event).toEqual({ kind: 'solution', columns: solution });
      expect(steps.nextSolution(step - 1)).toBe(step);
    }
    expect(steps.nextSolution(step)).toBe(steps.length);
  });
});
