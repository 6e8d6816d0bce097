import { createHash } from 'node:crypto';
import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import type { WatchOptions } from '../../core/count/count-task.js';
import { drawPieces, type Pieces } from '../../core/plan/pieces.js';
import { buildPlan, createShare } from '../../core/plan/plan.js';
import type { KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import { Results, type StoredResults } from '../../core/results/results.js';
import { Run } from '../../core/runs/run.js';
import { defaultKernel, type Machine } from '../machine/machine.js';
import { LocalCountTask } from './local-count-task.js';

interface Difference {
  readonly id: string;
  readonly recorded: bigint;
  readonly recounted: bigint;
  /** How the subproblem was recounted, such as `reference kernel`. */
  readonly way: string;
}

/** The result of an audit: how much it recounted, and where the counts disagree. */
export interface Audit {
  readonly recounted: number;
  /** Number of pieces into which the subproblems were cut. An uncut subproblem is one piece. */
  readonly pieces: number;
  /** Number of pieces counted by the audit's kernel. */
  readonly drawn: number;
  readonly disagreements: readonly Difference[];
}

/**
 * Draws the subproblems with the smallest SHA-256 hashes of `seed:id`. The same seed gives the same random sample.
 *
 * @param size number of subproblems to draw; all of them if there are fewer.
 */
export function drawSample(subproblems: readonly Subproblem[], size: number, seed: number): Subproblem[] {
  const hashed = subproblems.map((subproblem) => {
    return { subproblem, hash: createHash('sha256').update(`${seed}:${subproblem.id}`).digest('hex') };
  });
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return hashed.slice(0, size).map(({ subproblem }) => subproblem);
}

/** The recount of a subproblem. The audit's kernel counts the drawn pieces; the default kernel counts the others. */
export interface PlannedRecount extends Pieces {
  readonly subproblem: Subproblem;
}

/** Maximum number of pieces that the reference kernel counts for a subproblem. Each takes a few seconds. */
const MAX_DRAWN_PIECES = 3;

/**
 * Plans the recounts of a sample. A subproblem too large for the reference kernel is cut into pieces. The reference
 * kernel counts a few of them, which are chosen at random from the seed, and the default kernel counts the others. The
 * counts of all pieces must add up to the recorded count.
 */
export function planRecounts(sample: readonly Subproblem[], kernel: KernelKind, seed: number): PlannedRecount[] {
  return sample.map((subproblem) => {
    if (kernel !== 'reference') return { subproblem, drawn: [subproblem], others: [] };
    return { subproblem, ...drawPieces(subproblem, MAX_DRAWN_PIECES, (pieces) => drawOne(pieces, seed)) };
  });
}

function drawOne(subproblems: readonly Subproblem[], seed: number): Subproblem {
  const [drawn] = drawSample(subproblems, 1, seed);
  if (!drawn) throw new RangeError('there is no subproblem to draw');
  return drawn;
}

interface AuditSetup {
  readonly results: Results;
  readonly recounts: readonly PlannedRecount[];
  /** Recorded counts that contradict those in `results`. They are compared with the recounts as well. */
  readonly contradictions?: StoredResults['contradictions'];
  readonly machine: Machine;
  /** The audit's kernel, for the drawn pieces. */
  readonly kernel: KernelKind;
}

export class AuditTask {
  /** The whole audit. Its statistics cover both kernels. A piece's cost is scaled to the kernel that counts it. */
  readonly whole: LocalCountTask;
  /** The tasks that count the drawn pieces and the others. Their results are added to the whole audit. */
  readonly drawn: LocalCountTask;
  readonly others: LocalCountTask;
  readonly #setup: AuditSetup;

  constructor(setup: AuditSetup) {
    const { results, recounts, kernel, machine } = setup;
    const { plan } = results;
    const { n, algorithm, options } = plan;
    const drawn = recounts.flatMap((recount) => recount.drawn);
    const others = recounts.flatMap((recount) => recount.others);
    const withCosts = (subproblems: readonly Subproblem[], by: KernelKind) =>
      subproblems.map((subproblem) => ({
        ...subproblem,
        cost: KERNEL_SLOWDOWNS[by][algorithm] * subproblem.cost,
      }));
    const pieces = buildPlan({ n, algorithm, options }, [
      ...withCosts(drawn, kernel),
      ...withCosts(others, defaultKernel(machine)),
    ]);
    const run = Run.local(pieces, new Results(pieces));
    this.#setup = setup;
    this.whole = new LocalCountTask({ plan, run, machine, kernel: 'fast' });
    this.drawn = new LocalCountTask({ plan, run, machine, kernel, left: createShare(plan, drawn) });
    this.others = new LocalCountTask({ plan, run, machine, left: createShare(plan, others) });
  }

  /** Recounts the sample and compares the counts. @throws the errors of `CountTask.count`. */
  async count(watch: WatchOptions = {}): Promise<Audit> {
    await this.drawn.count(watch);
    await this.others.count(watch);
    const { recounts } = this.#setup;
    return {
      recounted: recounts.length,
      pieces: this.whole.left.subproblems.length,
      drawn: this.drawn.left.subproblems.length,
      disagreements: recounts.flatMap((recount) => this.#compare(recount)),
    };
  }

  /** Compares a subproblem's recorded counts with its recount. @throws Error if there is no recorded count. */
  #compare(recount: PlannedRecount): Difference[] {
    const { results, contradictions, kernel } = this.#setup;
    const { subproblem, drawn, others } = recount;
    const { id } = subproblem;
    const second = [...drawn, ...others].reduce((sum, piece) => sum + findCount(this.whole.run.results, piece.id), 0);
    return [findCount(results, id), ...(contradictions?.get(id) ?? [])]
      .filter((first) => first !== second)
      .map((first) => ({
        id,
        recorded: BigInt(first),
        recounted: BigInt(second),
        way: describeKernels(recount, kernel, this.others.fit.kernel),
      }));
  }
}

function describeKernels({ drawn, others }: PlannedRecount, kernel: KernelKind, otherKernel: KernelKind): string {
  if (others.length === 0 || kernel === otherKernel) return `${kernel} kernel`;
  const fraction = `${others.length} of ${drawn.length + others.length}`;
  return `${kernel} kernel, with ${fraction} pieces by the ${otherKernel} kernel,`;
}

function findCount(results: Results, id: string): number {
  const partial = results.get(id);
  if (!partial) throw new Error(`subproblem ${id} has not been counted yet, so there is nothing to compare`);
  return partial.count;
}
