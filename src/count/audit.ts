import { createHash } from 'node:crypto';
import type { KernelKind } from '../../workers/kernels.js';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { mirrorOf } from '../plan/bitmask-plan.js';
import { piecesOf } from '../plan/pieces.js';
import { type Plan, shareOf } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { Run } from '../runs/run.js';
import { type ExecutionOptions, fillLedger } from './fill-ledger.js';

/** A second count that differs from the recorded one. */
interface Disagreement {
  readonly id: string;
  readonly recorded: number;
  readonly again: number;
  /** The second way of counting, such as `readable kernel`. */
  readonly way: string;
}

/** Counts of subproblems, by their ids, that contradict those of a ledger. */
export type Contradictions = ReadonlyMap<string, Iterable<number>>;

/** The result of an audit. */
export interface Audit {
  /** Subproblems counted again. */
  readonly again: number;
  /** Pieces that they were cut into; a subproblem that was not cut is one. */
  readonly pieces: number;
  /** Pieces that the kernel of the audit counted; the fast one counted the others. */
  readonly drawn: number;
  /** Mirror images counted. */
  readonly mirrored: number;
  /** Empty if all is well. */
  readonly disagreements: readonly Disagreement[];
}

/**
 * Draws subproblems at random, the same ones for the same seed: those with the smallest SHA-256 of `seed:id`.
 *
 * @param size how many to draw; if there are fewer, all are drawn.
 */
export function sampleOf(subproblems: readonly Subproblem[], size: number, seed: number): Subproblem[] {
  const drawn = subproblems.map((subproblem) => ({ subproblem, lot: lotOf(subproblem, seed) }));
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, size).map(({ subproblem }) => subproblem);
}

function lotOf({ id }: Subproblem, seed: number): string {
  return createHash('sha256').update(`${seed}:${id}`).digest('hex');
}

/** The second count of a subproblem. */
export interface Recount {
  readonly subproblem: Subproblem;
  /** The pieces that the kernel of the audit counts. */
  readonly drawn: readonly Subproblem[];
  /** The others, for the fast kernel. */
  readonly others: readonly Subproblem[];
}

/** Pieces that the readable kernel counts of a subproblem that is too large for it; each takes a second or more. */
const PIECES_DRAWN = 3;

/**
 * Prepares the second counts of a sample. A subproblem that is too large for the readable kernel is cut. That kernel gets
 * pieces drawn at random, the same ones for the same seed; the fast kernel gets the others, which it has not counted in
 * this way before. Their counts must add up to the recorded one.
 */
export function recountsOf(sample: readonly Subproblem[], kernel: KernelKind, seed: number): Recount[] {
  return sample.map((subproblem) => {
    const pieces = kernel === 'readable' ? piecesOf(subproblem) : [subproblem];
    const inRandomOrder = sampleOf(pieces, pieces.length, seed);
    return {
      subproblem,
      drawn: inRandomOrder.slice(0, PIECES_DRAWN),
      others: inRandomOrder.slice(PIECES_DRAWN),
    };
  });
}

/**
 * Counts a sample and its mirror images again, and compares with the counts of the ledger.
 *
 * @param recounts by `recountsOf`.
 * @param options `kernel` counts the drawn pieces; the fast kernel counts the others and the mirror images.
 * @param contradictions other counts of the same subproblems, recorded beside the ledger; they are compared too.
 * @throws as `fillLedger` does; Error for a subproblem that the ledger does not hold.
 */
export async function audit(
  plan: Plan,
  ledger: Ledger,
  recounts: readonly Recount[],
  options: ExecutionOptions,
  contradictions: Contradictions = new Map(),
): Promise<Audit> {
  const drawn = recounts.flatMap((recount) => recount.drawn);
  const others = recounts.flatMap((recount) => recount.others);
  const pairs = recounts.flatMap(({ subproblem }) => {
    const mirror = mirrorOf(subproblem);
    return mirror ? [{ subproblem, mirror }] : [];
  });
  const drawnAgain = await countAll(drawn, options);
  const { slowdown: _, ...fast } = { ...options, kernel: 'fast' } as const; // it was measured of the other kernel
  const fastAgain = await countAll([...others, ...pairs.map(({ mirror }) => mirror)], fast);

  async function countAll(subproblems: readonly Subproblem[], execution: ExecutionOptions): Promise<Ledger> {
    const counts = new MemoryLedger();
    await fillLedger(new Run(shareOf(plan, subproblems), counts, execution), execution);
    return counts;
  }

  const disagreements: Disagreement[] = [];
  function compare(id: string, second: number, way: string): void {
    for (const recorded of [countIn(ledger, id), ...(contradictions.get(id) ?? [])]) {
      if (recorded !== second) disagreements.push({ id, recorded, again: second, way });
    }
  }
  for (const recount of recounts) {
    const again = sumOf(recount.drawn, drawnAgain) + sumOf(recount.others, fastAgain);
    compare(recount.subproblem.id, again, wayOf(recount, options.kernel));
  }
  for (const { subproblem, mirror } of pairs) {
    compare(subproblem.id, countIn(fastAgain, mirror.id), `mirror image ${mirror.id}`);
  }
  return {
    again: recounts.length,
    pieces: drawn.length + others.length,
    drawn: drawn.length,
    mirrored: pairs.length,
    disagreements,
  };
}

function wayOf({ drawn, others }: Recount, kernel: KernelKind = 'fast'): string {
  if (others.length === 0) return `${kernel} kernel`;
  return `${kernel} kernel, with ${others.length} of ${drawn.length + others.length} pieces by the fast one,`;
}

function sumOf(subproblems: readonly Subproblem[], ledger: Ledger): number {
  return subproblems.reduce((sum, { id }) => sum + countIn(ledger, id), 0);
}

function countIn(ledger: Ledger, id: string): number {
  const partial = ledger.get(id);
  if (!partial) throw new Error(`subproblem ${id} is not counted yet: there is nothing to compare`);
  return partial.count;
}
