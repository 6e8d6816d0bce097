import { createHash } from 'node:crypto';
import type { KernelKind } from '../../workers/kernels.js';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { mirrorOf } from '../plan/bitmask-plan.js';
import { piecesOf } from '../plan/pieces.js';
import { type Plan, shareOf } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { type ExecutionOptions, fillLedger } from './fill-ledger.js';

/** A count that was not the same the second time. */
interface Disagreement {
  readonly id: string;
  readonly recorded: number;
  readonly again: number;
  /** How it was counted the second time, such as `readable kernel`. */
  readonly way: string;
}

/** Counts of subproblems, by their ids, that contradict those of a ledger. */
export type Contradictions = ReadonlyMap<string, Iterable<number>>;

/** The result of an audit. */
export interface Audit {
  /** Subproblems counted again. */
  readonly again: number;
  /** In how many pieces they were counted: as many as there are subproblems, if none was cut. */
  readonly pieces: number;
  /** Of these, those that the kernel of the audit counted. */
  readonly drawn: number;
  /** Mirror images counted. */
  readonly mirrored: number;
  /** Empty if all is well. */
  readonly disagreements: readonly Disagreement[];
}

/**
 * Picks subproblems at random, the same ones for the same seed: those with the smallest SHA-256 of `seed:id`.
 *
 * @param size how many to pick; if there are fewer, all are picked.
 */
export function sampleOf(subproblems: readonly Subproblem[], size: number, seed: number): Subproblem[] {
  const drawn = subproblems.map((subproblem) => ({ subproblem, lot: lotOf(subproblem, seed) }));
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, size).map(({ subproblem }) => subproblem);
}

function lotOf({ id }: Subproblem, seed: number): string {
  return createHash('sha256').update(`${seed}:${id}`).digest('hex');
}

/** How a subproblem is to be counted again. */
export interface Recount {
  readonly subproblem: Subproblem;
  /** The pieces that the kernel of the audit counts. */
  readonly drawn: readonly Subproblem[];
  /** The others, for the fast kernel. */
  readonly others: readonly Subproblem[];
}

/** How many pieces the readable kernel counts of a subproblem that is too large for it: a second or more for each. */
const PIECES_DRAWN = 3;

/**
 * Prepares the second counts of a sample. What is too large for the readable kernel is cut, and it gets pieces drawn at
 * random, the same ones for the same seed. The fast kernel gets the others, which it has not counted in this way before.
 * Only right counts of all of them add up to what the ledger holds.
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
 * Counts a sample again, and the mirror images of those subproblems that have one, and compares with what the ledger holds.
 *
 * @param recounts by `recountsOf`.
 * @param options `kernel` counts what was drawn; the fast kernel counts the rest, and the mirror images.
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
  const { secondsPerCost: _, ...fast } = { ...options, kernel: 'fast' } as const; // it was measured of the other kernel
  const drawnAgain = await countAll(drawn, options);
  const othersAgain = await countAll(others, fast);
  const mirrors = await countAll(
    pairs.map(({ mirror }) => mirror),
    fast,
  );

  async function countAll(subproblems: readonly Subproblem[], running: ExecutionOptions): Promise<Ledger> {
    const counts = new MemoryLedger(subproblems);
    await fillLedger(shareOf(plan, subproblems), counts, running);
    return counts;
  }

  const disagreements: Disagreement[] = [];
  function compare(id: string, second: number, way: string): void {
    for (const recorded of [countIn(ledger, id), ...(contradictions.get(id) ?? [])]) {
      if (recorded !== second) disagreements.push({ id, recorded, again: second, way });
    }
  }
  for (const recount of recounts) {
    const again = sumOf(recount.drawn, drawnAgain) + sumOf(recount.others, othersAgain);
    compare(recount.subproblem.id, again, wayOf(recount, options.kernel));
  }
  for (const { subproblem, mirror } of pairs) {
    compare(subproblem.id, countIn(mirrors, mirror.id), `mirror image ${mirror.id}`);
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
