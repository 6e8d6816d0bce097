import { createHash } from 'node:crypto';
import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import type { WatchOptions } from '../../core/count/count-task.js';
import { drawPieces, type Pieces } from '../../core/plan/pieces.js';
import { buildPlan, createShare } from '../../core/plan/plan.js';
import type { KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import { Results, type StoredResults } from '../../core/results/results.js';
import { sum } from '../../core/runs/estimate.js';
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

/**
 * Creates an audit. `whole` has the statistics of both kernels, with each piece's cost scaled to the kernel that counts
 * it. The tasks `drawn` and `others` count the drawn pieces and the others.
 */
export function createAudit({ results, recounts, contradictions, machine, kernel }: AuditSetup) {
  const { plan } = results;
  const { n, algorithm, options } = plan;
  const [first, second] = [recounts.flatMap(({ drawn }) => drawn), recounts.flatMap(({ others }) => others)];
  const withCosts = (subproblems: readonly Subproblem[], by: KernelKind) =>
    subproblems.map((subproblem) => ({ ...subproblem, cost: KERNEL_SLOWDOWNS[by][algorithm] * subproblem.cost }));
  const scaled = [...withCosts(first, kernel), ...withCosts(second, defaultKernel(machine))];
  const pieces = buildPlan({ n, algorithm, options }, scaled);
  const run = Run.local(pieces, new Results(pieces));
  const whole = new LocalCountTask({ plan, run, machine, kernel: 'fast' });
  const drawn = new LocalCountTask({ plan, run, machine, kernel, left: createShare(plan, first) });
  const others = new LocalCountTask({ plan, run, machine, left: createShare(plan, second) });

  /** Compares a subproblem's recorded counts with its recount. @throws Error if there is no recorded count. */
  function compare(recount: PlannedRecount): Difference[] {
    const { id } = recount.subproblem;
    const counts = [...recount.drawn, ...recount.others].map((piece) => findCount(run.results, piece.id));
    const recounted = sum(counts);
    const way = describeKernels(recount, kernel, others.fit.kernel);
    return [findCount(results, id), ...(contradictions?.get(id) ?? [])]
      .filter((recorded) => recorded !== recounted)
      .map((recorded) => ({ id, recorded: BigInt(recorded), recounted: BigInt(recounted), way }));
  }

  /** Recounts the sample and compares the counts. @throws the errors of `CountTask.count`. */
  async function count(watch: WatchOptions = {}): Promise<Audit> {
    await drawn.count(watch);
    await others.count(watch);
    return {
      recounted: recounts.length,
      pieces: pieces.subproblems.length,
      drawn: first.length,
      disagreements: recounts.flatMap(compare),
    };
  }

  return { whole, drawn, others, count };
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
