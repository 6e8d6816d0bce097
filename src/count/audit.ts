import { createHash } from 'node:crypto';
import { KERNEL_SLOWDOWNS } from '../../workers/kernels.js';
import type { Machine } from '../executors/threads.js';
import { Results, type StoredResults } from '../ledger/results.js';
import { piecesOf } from '../plan/pieces.js';
import { type Share, shareOf } from '../plan/plan.js';
import type { KernelKind, Subproblem } from '../plan/subproblem.js';
import { Run } from '../runs/run.js';
import type { WatchOptions } from './counting.js';
import { LocalCounting } from './local-counting.js';

/** A second count that differs from the recorded one. */
interface Disagreement {
  readonly id: string;
  readonly recorded: bigint;
  readonly recounted: bigint;
  /** The second way of counting, such as `readable kernel`. */
  readonly way: string;
}

/** How much an audit compared, and what disagrees. */
export interface Audit {
  /** Number of subproblems counted again. */
  readonly recounted: number;
  /** Number of pieces of these subproblems. A subproblem that was not cut is one piece. */
  readonly pieces: number;
  /** Number of pieces that the kernel of the audit counted. The fast kernel counted the other pieces. */
  readonly drawn: number;
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
 * Prepares the second counts of a sample. A subproblem that is too large for the readable kernel is cut into pieces.
 * The readable kernel counts some random pieces, which depend on the seed. The fast kernel counts the others. The
 * counts of all pieces must add up to the recorded count.
 */
export function recountsOf(sample: readonly Subproblem[], kernel: KernelKind, seed: number): Recount[] {
  return sample.map((subproblem) => {
    const pieces = kernel === 'readable' ? piecesOf(subproblem) : [subproblem];
    const inRandomOrder = sampleOf(pieces, pieces.length, seed);
    return { subproblem, drawn: inRandomOrder.slice(0, PIECES_DRAWN), others: inRandomOrder.slice(PIECES_DRAWN) };
  });
}

/** What an audit compares with what, and how it counts. */
export interface AuditSetup {
  readonly results: Results;
  /** The second counts, from `recountsOf`. */
  readonly recounts: readonly Recount[];
  /** Other recorded counts of the same subproblems, which are not among the results. They are compared, too. */
  readonly contradictions?: StoredResults['contradictions'];
  readonly machine: Machine;
  /** The kernel for the drawn pieces. The fast kernel counts the other pieces. */
  readonly kernel: KernelKind;
}

/** A second count of a sample, which is compared with the results. */
export class Auditing {
  /** The whole count, with the figures of both kernels. */
  readonly counting: LocalCounting;
  readonly #setup: AuditSetup;
  /** What the kernel of the audit counts, and what the fast kernel counts. Their results are in the whole count. */
  readonly #drawn: LocalCounting;
  readonly #fast: LocalCounting;

  constructor(setup: AuditSetup) {
    const { results, recounts, kernel, machine } = setup;
    const { plan } = results;
    const drawn = recounts.flatMap((recount) => recount.drawn);
    const fast = recounts.flatMap(({ others }) => others);
    // Costs are those of the audit's own kernel, which may be a thousand times as slow.
    const slowdown = KERNEL_SLOWDOWNS[kernel][plan.algorithm];
    const cheaper = fast.map((subproblem) => ({ ...subproblem, cost: subproblem.cost / slowdown }));
    const share = shareOf(plan, [...drawn, ...cheaper]);
    const run = Run.local(share, new Results(share));
    this.#setup = setup;
    this.counting = new LocalCounting({ plan, run, machine, kernel });
    this.#drawn = new LocalCounting({ plan, run, machine, kernel, left: shareOf(plan, drawn) });
    this.#fast = new LocalCounting({ plan, run, machine, kernel: 'fast', left: shareOf(plan, fast) });
  }

  /** Counts the sample and compares the counts. @throws the errors of `Counting.finish`. */
  async finish(watch: WatchOptions = {}): Promise<Audit> {
    await this.#drawn.finish(watch);
    await this.#fast.finish(watch);
    const { recounts } = this.#setup;
    return {
      recounted: recounts.length,
      pieces: this.counting.left.subproblems.length,
      drawn: this.#drawn.left.subproblems.length,
      disagreements: recounts.flatMap((recount) => this.#compare(recount)),
    };
  }

  /** Compares the recorded counts of a subproblem with the new one. @throws Error if there is no recorded count. */
  #compare(recount: Recount): Disagreement[] {
    const { results, contradictions, kernel } = this.#setup;
    const { subproblem, drawn, others } = recount;
    const { id } = subproblem;
    const second = [...drawn, ...others].reduce((sum, piece) => sum + countIn(this.counting.run.results, piece.id), 0);
    return [countIn(results, id), ...(contradictions?.get(id) ?? [])]
      .filter((first) => first !== second)
      .map((first) => ({ id, recorded: BigInt(first), recounted: BigInt(second), way: wayOf(recount, kernel) }));
  }
}

function wayOf({ drawn, others }: Recount, kernel: KernelKind): string {
  if (others.length === 0) return `${kernel} kernel`;
  return `${kernel} kernel, with ${others.length} of ${drawn.length + others.length} pieces by the fast kernel,`;
}

function countIn(results: Results<Share>, id: string): number {
  const partial = results.get(id);
  if (!partial) throw new Error(`subproblem ${id} is not counted yet, so there is nothing to compare`);
  return partial.count;
}
