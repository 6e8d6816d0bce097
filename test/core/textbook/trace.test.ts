import { describe, expect, it } from 'vitest';
import { isPeaceful, type Placement } from '../../../src/core/board/placement.js';
import { createSearch } from '../../../src/core/textbook/search.js';
import type { SolverName } from '../../../src/core/textbook/solver-names.js';
import { solvers } from '../../../src/core/textbook/solvers.js';
import { formatTrace, traceSteps } from '../../../src/core/textbook/trace.js';

function steps(n: number, solver: SolverName, limit?: number) {
  return traceSteps(solvers[solver].solve(n, createSearch({ watched: true })), limit);
}

function trace(n: number, solver: SolverName, boards = false, limit?: number): string {
  return [...formatTrace(n, steps(n, solver, limit), boards)].join('');
}

/** Traces the textbook rule: try every column from the left, and continue in the row below if no queen attacks. */
function traceByRule(n: number, placement: Placement = []): string {
  if (placement.length === n)
    return placement.map((column) => `${'.'.repeat(column)}Q${'.'.repeat(n - 1 - column)}\n`).join('');
  let text = '';
  for (let column = 0; column < n; column++) {
    const free = isPeaceful([...placement, column]);
    text += `[${placement.length}][${column}] = ${free}\n`;
    if (free) text += `${traceByRule(n, [...placement, column])}[${placement.length}][${column}] taken back\n`;
  }
  return text;
}

describe('the trace of a search', () => {
  it.each(['full-board', 'column-array', 'iterative', 'diagonal-flags', 'bit-flags'] as const)(
    'follows the textbook rule with the solver %s',
    (solver) => {
      for (let n = 0; n <= 6; n++) expect(trace(n, solver)).toBe(n === 0 ? '\n' : traceByRule(n));
    },
  );

  it('has masks, and only free cells, with the solver bitmask', () => {
    expect(trace(4, 'bitmask').replaceAll(/^row \d: .*\n/gm, '')).toBe(traceByRule(4).replaceAll(/.* = false\n/g, ''));
  });
});

it('the trace shows complete boards with a solver that tests complete boards', () => {
  expect(trace(4, 'combinations', true, 1)).toBe(`\
[0][0] [0][1] [0][2] [0][3] = false
Q Q Q Q
x x x x
x x x x
x x x x
`);
  expect(trace(4, 'permutations').match(/ = true\n/g)).toHaveLength(2);
});

it('the trace prints masks of 32 columns, whose highest bit is the sign bit', () => {
  expect(trace(32, 'bitmask', false, 1)).toContain(
    `row 1: columns=${'0'.repeat(31)}1 falling=${'0'.repeat(30)}10 rising=${'0'.repeat(32)} free=${'1'.repeat(30)}00\n`,
  );
});
