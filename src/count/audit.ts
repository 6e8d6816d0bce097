import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { mirrorOf } from '../plan/bitmask-plan.js';
import { piecesOf } from '../plan/pieces.js';
import { type Plan, type Share, shareOf } from '../plan/plan.js';
import type { KernelKind, Subproblem } from '../plan/subproblem.js';
import { Run } from '../runs/run.js';
import { type ExecutionOptions, fillLedger, REFERENCE_SLOWDOWN } from './count.js';

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
  /** The mirror image, for the fast kernel; undefined for `meet`, and for a subproblem that is its own mirror image. */
  readonly mirror: Subproblem | undefined;
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
      mirror: mirrorOf(subproblem),
    };
  });
}

/** Returns all subproblems that the kernel of an audit counts, and those that the fast kernel counts. */
function halvesOf(recounts: readonly Recount[]): { readonly drawn: Subproblem[]; readonly fast: Subproblem[] } {
  return {
    drawn: recounts.flatMap((recount) => recount.drawn),
    fast: recounts.flatMap(({ others, mirror }) => [...others, ...(mirror ? [mirror] : [])]),
  };
}

/** Returns everything that an audit counts. Costs are those of its own kernel, which may be a thousand times as slow. */
export function shareOfAudit(plan: Plan, recounts: readonly Recount[], kernel: KernelKind): Share {
  const { drawn, fast } = halvesOf(recounts);
  const slowdown = REFERENCE_SLOWDOWN[kernel][plan.algorithm];
  return shareOf(plan, [...drawn, ...fast.map((subproblem) => ({ ...subproblem, cost: subproblem.cost / slowdown }))]);
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
  const { drawn, fast } = halvesOf(recounts);
  const again = new MemoryLedger();
  const run = new Run(shareOfAudit(plan, recounts, options.kernel ?? 'fast'), again, options);
  await fillLedger(run, options, shareOf(plan, drawn));
  await fillLedger(run, { ...options, kernel: 'fast' }, shareOf(plan, fast));

  const disagreements: Disagreement[] = [];
  function compare(id: string, second: number, way: string): void {
    for (const recorded of [countIn(ledger, id), ...(contradictions.get(id) ?? [])]) {
      if (recorded === second) continue;
      disagreements.push({ id, recorded: BigInt(recorded), recounted: BigInt(second), way });
    }
  }
  for (const recount of recounts) {
    const { subproblem, others, mirror } = recount;
    compare(subproblem.id, sumOf([...recount.drawn, ...others], again), wayOf(recount, options.kernel));
    if (mirror) compare(subproblem.id, countIn(again, mirror.id), `mirror image ${mirror.id}`);
  }
  const mirrored = recounts.filter(({ mirror }) => mirror).length;
  return {
    recounted: recounts.length,
    pieces: drawn.length + fast.length - mirrored,
    drawn: drawn.length,
    mirrored,
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
