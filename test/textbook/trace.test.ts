import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPeaceful, type Placement } from '../../src/board/placement.js';
import { newSearch } from '../../src/textbook/search.js';
import type { SolverName } from '../../src/textbook/solver-names.js';
import { solvers } from '../../src/textbook/solvers.js';
import { firstTries, type TraceView, traceFrames, traceSteps, traceText } from '../../src/textbook/trace.js';

const plain: TraceView = { masks: false, boards: false };

function steps(n: number, solver: SolverName, limit = Number.POSITIVE_INFINITY) {
  return firstTries(traceSteps(solvers[solver].solve(n, newSearch({ watched: true }))), limit);
}

function trace(n: number, solver: SolverName, view: TraceView, limit?: number): string {
  return [...traceText(n, steps(n, solver, limit), view)].join('');
}

/** The rule: in each row try every column from the left; where no queen attacks, go on in the row below. */
function traceByRule(n: number, placement: Placement = []): string {
  if (placement.length === n) return placement.map((col) => `${'.'.repeat(col)}Q${'.'.repeat(n - 1 - col)}\n`).join('');
  let text = '';
  for (let col = 0; col < n; col++) {
    const free = isPeaceful([...placement, col]);
    text += `[${placement.length}][${col}] = ${free}\n`;
    if (free) text += traceByRule(n, [...placement, col]);
  }
  return text;
}

describe('the trace of four queens', () => {
  it('has 60 tried cells and 2 boards, line by line', () => {
    const text = trace(4, 'column-array', plain);
    expect(text).toBe(readFileSync(new URL('../vectors/trace-4.txt', import.meta.url), 'utf8'));
    expect(text.match(/=/g)).toHaveLength(60);
    expect(text.match(/^[.Q]{4}$/gm)).toHaveLength(2 * 4);
  });

  it.each(['full-board', 'column-array', 'iterative', 'diagonal-flags', 'bit-flags'] as const)(
    'is the same for every solver that tries cells one by one: %s',
    (solver) => {
      for (let n = 0; n <= 6; n++) expect(trace(n, solver, plain)).toBe(n === 0 ? '\n' : traceByRule(n));
    },
  );

  it('has only the free cells for the solver that tests a row at once', () => {
    expect(trace(4, 'bitmask', plain)).toBe(traceByRule(4).replaceAll(/.* = false\n/g, ''));
  });
});

it('shows the masks of six queens down to the first dead end', () => {
  expect(trace(6, 'bitmask', { masks: true, boards: false }, 5)).toBe(`\
row 0: row=000000 ld=000000 rd=000000 free=111111
[0][0] = true
row 1: row=000001 ld=000010 rd=000000 free=111100
[1][2] = true
row 2: row=000101 ld=001100 rd=000010 free=110000
[2][4] = true
row 3: row=010101 ld=111000 rd=001001 free=000010
[3][1] = true
row 4: row=010111 ld=110100 rd=000101 free=001000
[4][3] = true
row 5: row=011111 ld=111000 rd=000110 free=000000  dead end
`);
});

it('draws the board after every step, with what is attacked', () => {
  expect(trace(4, 'column-array', { masks: false, boards: true }, 4)).toBe(`\
[0][0] = true
Q x x x
x x . .
x . x .
x . . x
[1][0] = false
[1][1] = false
[1][2] = true
Q x x x
x x Q x
x x x x
x . x x
`);
});

it('shows whole boards where a solver looks at whole boards', () => {
  expect(trace(4, 'combinations', { masks: false, boards: true }, 1)).toBe(`\
[0][0] [0][1] [0][2] [0][3] = false
Q Q Q Q
x x x x
x x x x
x x x x
`);
  expect(trace(4, 'permutations', plain).match(/ = true\n/g)).toHaveLength(2);
});

it('prints masks whose highest bit is the sign bit as binary digits', () => {
  expect(trace(32, 'bitmask', { masks: true, boards: false }, 1)).toContain(
    `row 1: row=${'0'.repeat(31)}1 ld=${'0'.repeat(30)}10 rd=${'0'.repeat(32)} free=${'1'.repeat(30)}00\n`,
  );
});

it('has a frame for every step, masks only if asked for', () => {
  const frames = [...traceFrames(4, steps(4, 'bitmask'), { masks: false })];
  expect(frames[1]).toBe('Q x x x\nx x . .\nx . x .\nx . . x\n\n[0][0] placed\n');
  expect(frames.filter((frame) => frame.includes('\n\nsolution '))).toHaveLength(2);
  const rows = [...traceFrames(4, steps(4, 'bitmask'), { masks: true })].filter((frame) => frame.includes('\n\nrow '));
  expect(rows).toHaveLength(15); // the rows entered: 17 partial placements of 4 queens, 2 of them full
});
