/** Measures the work of the program's method by executing it on small boards. */
import { joins, listSide, weighedSolutions } from '../../../workers/meet-readable.js';
import type { SideRules } from '../../plan/band-filling.js';
import { bandFillings } from '../../plan/fitting-fillings.js';
import { meetCut, subproblemsOfCut } from '../../plan/meet-cuts.js';
import type { MeetSubproblem } from '../../plan/subproblem.js';
import { searchTree } from '../search/search-tree.js';
import type { Work } from './figures.js';
import { cutBoard, REGISTER } from './half-boards.js';

/** A subproblem of the plan, its work, and the number of its solutions, including images. */
export interface CountedSubproblem extends Pick<Work, 'compared' | 'asked' | 'made'> {
  readonly subproblem: MeetSubproblem;
  readonly count: number;
}

/** Returns the subproblems that the program counts on one thread. Loads no code for hashes of plans. */
export function subproblemsOf(n: number): readonly MeetSubproblem[] {
  return [...subproblemsOfCut(n, meetCut(n, 0))];
}

/** Counts a subproblem, and measures the work. */
function countSubproblem(subproblem: MeetSubproblem): CountedSubproblem {
  const work = { compared: 0, asked: 0, made: 0 };
  for (const filling of bandFillings(subproblem)) {
    const { free } = filling;
    work.made += halvesMade(free, filling.above, 1) + halvesMade(free, filling.below, 0);
    for (const { above, below } of joins(filling)) {
      work.compared += above.length * below.length;
      work.asked += Math.min(questions(above.length, below.length), questions(below.length, above.length));
    }
  }
  const count = [...weighedSolutions(subproblem)].reduce((sum, { weight }) => sum + weight, 0);
  return { subproblem, count, ...work };
}

/** Returns the amounts of work for a small board, and those of its subproblems. */
export function workOf(n: number): Work & { readonly counted: readonly CountedSubproblem[] } {
  const counted = subproblemsOf(n).map(countSubproblem);
  const sum = (name: 'compared' | 'asked' | 'made') => counted.reduce((total, one) => total + one[name], 0);
  return {
    n,
    placed: searchTree(n).nodes.length - 1,
    pairs: cutBoard(n, Math.floor(n / 2)).sets.reduce((total, set) => total + set.above.length * set.below.length, 0),
    compared: sum('compared'),
    asked: sum('asked'),
    made: sum('made'),
    counted,
  };
}

/** Returns the number of halves of all lengths in the lists of a side. */
function halvesMade(free: number, side: SideRules, missing: number): number {
  const lengths = side.allowed.map((_, row) => side.allowed.slice(0, row + 1));
  const lists = lengths.flatMap((allowed) => [...listSide(free, { ...side, allowed }, missing).values()]);
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** Returns the number of questions that compare `queries` halves with tables of `others`, 128 in each table. */
function questions(queries: number, others: number): number {
  return queries * Math.ceil(others / REGISTER);
}
