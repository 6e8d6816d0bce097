import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { mirrorOf } from '../plan/bitmask-plan.js';
import { piecesOf } from '../plan/pieces.js';
import { type Plan, shareOf } from '../plan/plan.js';
import type { KernelKind, Subproblem } from '../plan/subproblem.js';
import { Run } from '../runs/run.js';
import { type ExecutionOptions, fillLedger } from './count.js';

/** A second count that differs from the recorded one. */
interface Disagreement {
  readonly id: string;
  readonly recorded: bigint;
  readonly recounted: bigint;
  /** The second way of counting, such as `readable kernel`. */
  readonly way: string;
}

/** Counts that contradict a ledger, by subproblem id. */
export type Contradictions = ReadonlyMap<string, Iterable<number>>;

/** The result of an audit. */
export interface Audit {
  /** Number of subproblems counted again. */
  readonly recounted: number;
  /** Number of pieces of these subproblems. A subproblem that was not cut is one piece. */
  readonly pieces: number;
  /** Number of pieces that the kernel of the audit counted. The fast kernel counted the other pieces. */
  readonly drawn: number;
  /** Number of mirror images counted. */
  readonly mirrored: number;
  /** Empty if all counts agree. */
  readonly disagreements: readonly Disagreement[];
}

/**
 * Draws a random sample: the subproblems with the smallest SHA-256 of `seed:id`. The same seed gives the same sample.
 *
 * @param size number of subproblems to draw. If there are fewer, all are drawn.
 */
export function sampleOf(subproblems: readonly Subproblem[], size: number, seed: number): Subproblem[] {
  const hashed = subproblems.map((subproblem) => ({ subproblem, hash: hashOf(subproblem, seed) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return hashed.slice(0, size).map(({ subproblem }) => subproblem);
}

function hashOf({ id }: Subproblem, seed: number): string {
  return createHash('sha256').update(`${seed}:${id}`).digest('hex');
}

/** The second count of a subproblem. */
export interface Recount {
  readonly subproblem: Subproblem;
  /** The pieces that the kernel of the audit counts. */
  readonly drawn: readonly Subproblem[];
  /** The other pieces, for the fast kernel. */
  readonly others: readonly Subproblem[];
}

/** Maximum number of pieces that the readable kernel counts for each subproblem. Each piece takes a second or more. */
const PIECES_DRAWN = 3;

/**
 * Prepares the second counts of a sample. A subproblem that is too large for the readable kernel is cut into pieces. The
 * readable kernel counts some random pieces, which depend on the seed. The fast kernel counts the others. The counts of all
 * pieces must add up to the recorded count.
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
 * Counts a sample and its mirror images again, and compares the new counts with the ledger.
 *
 * @param recounts from `recountsOf`.
 * @param options kernel for the drawn pieces, and other options. The fast kernel counts the rest and the mirror images.
 * @param contradictions other recorded counts of the same subproblems, which are not in the ledger. They are compared, too.
 * @throws the errors of `fillLedger`; Error for a subproblem that is not in the ledger.
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
  const { slowdown: _, ...fast } = { ...options, kernel: 'fast' } as const; // `slowdown` belongs to `options.kernel`
  const fastAgain = await countAll([...others, ...pairs.map(({ mirror }) => mirror)], fast);

  async function countAll(subproblems: readonly Subproblem[], execution: ExecutionOptions): Promise<Ledger> {
    const counts = new MemoryLedger();
    await fillLedger(new Run(shareOf(plan, subproblems), counts, execution), execution);
    return counts;
  }

  const disagreements: Disagreement[] = [];
  function compare(id: string, second: number, way: string): void {
    for (const recorded of [countIn(ledger, id), ...(contradictions.get(id) ?? [])]) {
      if (recorded === second) continue;
      disagreements.push({ id, recorded: BigInt(recorded), recounted: BigInt(second), way });
    }
  }
  for (const recount of recounts) {
    const recounted = sumOf(recount.drawn, drawnAgain) + sumOf(recount.others, fastAgain);
    compare(recount.subproblem.id, recounted, wayOf(recount, options.kernel));
  }
  for (const { subproblem, mirror } of pairs) {
    compare(subproblem.id, countIn(fastAgain, mirror.id), `mirror image ${mirror.id}`);
  }
  return {
    recounted: recounts.length,
    pieces: drawn.length + others.length,
    drawn: drawn.length,
    mirrored: pairs.length,
    disagreements,
  };
}

function wayOf({ drawn, others }: Recount, kernel: KernelKind = 'fast'): string {
  if (others.length === 0) return `${kernel} kernel`;
  return `${kernel} kernel, with ${others.length} of ${drawn.length + others.length} pieces by the fast kernel,`;
}

function sumOf(subproblems: readonly Subproblem[], ledger: Ledger): number {
  return subproblems.reduce((sum, { id }) => sum + countIn(ledger, id), 0);
}

function countIn(ledger: Ledger, id: string): number {
  const partial = ledger.get(id);
  if (!partial) throw new Error(`subproblem ${id} is not counted yet, so there is nothing to compare`);
  return partial.count;
}
