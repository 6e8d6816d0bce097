import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { subproblemsOfCut } from '../../src/plan/meet-cuts.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { compileKernel } from '../../workers/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';

const page = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8');

/** Returns the text of all code blocks in docs/format.md with this label after ```. */
export function blocks(language: string): string {
  const fenced = /^```([^\n]*)\n(.*?)^```$/gms;
  return [...page.matchAll(fenced)].flatMap(([, name, text]) => (name === language ? text : [])).join('\n');
}

/** The column of the queen in each row. */
type Board = readonly number[];

/** The exports of the checker in docs/format.md. */
interface Checker {
  countOf(subproblem: Subproblem, boards: Iterable<Board>): number;
  solutions(n: number): Iterable<Board>;
}

const boards = new Map<number, readonly Board[]>();

/** Expects that the checker and the fast kernel return the same count for each subproblem. */
export async function compareWithPage(subproblems: Iterable<Subproblem>): Promise<void> {
  const { countOf, solutions }: Checker = await import(
    `data:text/javascript,${encodeURIComponent(blocks('js checker'))}`
  );
  let compared = 0;
  let total = 0;
  for (const subproblem of subproblems) {
    const { n, id, algorithm } = subproblem;
    const all = boards.get(n) ?? [...solutions(n)];
    boards.set(n, all);
    const { count } = kernels[algorithm](subproblem);
    expect(countOf(subproblem, all), id).toBe(count);
    compared++;
    total += count;
  }
  expect(compared).toBeGreaterThan(0);
  expect(total).toBeGreaterThan(0);
}

const kernels: Readonly<Record<Subproblem['algorithm'], Kernel>> = {
  bitmask: makeKernel(compileKernel('bitmask', 'fast')),
  meet: makeKernel(compileKernel('meet', 'fast')),
};

/** A kind of subproblem, with examples. */
type Kind = [name: string, subproblems: () => Iterable<Subproblem>];

/** Returns all kinds of subproblems for boards of these sizes (at least 8), even kinds that their plans do not use. */
export function kindsOf(...sizes: readonly number[]): Kind[] {
  return sizes.flatMap((n) => [...bitmask(n), ...meet(n), ...planned(n)]);
}

function bitmask(n: number): Kind[] {
  const depths = n < 12 ? [0, 1, 2, 3] : [0, 1, 2];
  return depths.map((depth) => [`bitmask, n = ${n}, depth ${depth}`, () => planBitmask(n, depth).subproblems]);
}

/** Returns subproblems of all band shapes, with split columns in the middle, at the edges, or in both places. */
function meet(n: number): Kind[] {
  const middle = Math.floor(n / 2);
  const bands = [
    { rowsAbove: middle - 1, bandRows: 2, lastRow: middle - 1 },
    { rowsAbove: middle - 1, bandRows: 3, lastRow: middle + 1 },
    { rowsAbove: middle - 2, bandRows: 4, lastRow: middle - 2 },
    ...(n % 2 === 1 ? [{ rowsAbove: middle, bandRows: 2, lastRow: middle + 1 }] : []),
  ];
  const cuts = [
    { splitColumns: 0, givenQueens: n < 12 ? 9 : 1, patternColumns: 0 },
    { splitColumns: 7 << (middle - 1), givenQueens: 1, patternColumns: 1 },
    { splitColumns: 0b11, givenQueens: 2, patternColumns: 2 },
    { splitColumns: (1 << (n - 1)) | (1 << middle) | 1, givenQueens: 1, patternColumns: 3 },
  ];
  const shapes = bands.flatMap((band) => cuts.map((cut) => ({ ...band, ...cut })));
  return shapes.map((cut) => [`meet, n = ${n}, ${JSON.stringify(cut)}`, () => [...subproblemsOfCut(n, cut)]]);
}

/** Returns the subproblems of the program's own plans. */
function planned(n: number): Kind[] {
  const plans = [1, 2, 8].map(
    (threads): Kind => [`meet, n = ${n}, for ${threads} threads`, () => planMeet(n, { threads }).subproblems],
  );
  return [...plans, [`the plan of n = ${n}`, () => choosePlan(n).subproblems]];
}
