import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { mirrorOf } from '../plan/bitmask-plan.js';
import { type Plan, shareOf } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { type ExecutionOptions, fillLedger } from './fill-ledger.js';

/** A count that was not the same the second time. */
interface Disagreement {
  readonly id: string;
  readonly recorded: number;
  readonly again: number;
  /** How it was counted the second time: `readable kernel`. */
  readonly way: string;
}

/** Counts of subproblems, by their ids, that contradict those of a ledger. */
export type Contradictions = ReadonlyMap<string, Iterable<number>>;

/** The result of an audit. */
export interface Audit {
  /** Subproblems counted again. */
  readonly again: number;
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

/**
 * Counts a sample again, and the mirror images of those that have one, and compares with what the ledger holds.
 *
 * @param options `kernel` counts the sample; the fast kernel counts the mirror images.
 * @param contradictions other counts of the same subproblems, recorded beside the ledger; they are compared too.
 * @throws as `fillLedger` does; Error for a subproblem that the ledger does not hold.
 */
export async function audit(
  plan: Plan,
  ledger: Ledger,
  sample: readonly Subproblem[],
  options: ExecutionOptions,
  contradictions: Contradictions = new Map(),
): Promise<Audit> {
  const again = await recount(sample, options);
  const pairs = sample.flatMap((subproblem) => {
    const mirror = mirrorOf(subproblem);
    return mirror ? [{ subproblem, mirror }] : [];
  });
  const mirrors = pairs.map(({ mirror }) => mirror);
  const mirrored = await recount(mirrors, { ...options, kernel: 'fast' });

  async function recount(subproblems: readonly Subproblem[], running: ExecutionOptions): Promise<Ledger> {
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
  for (const { id } of sample) compare(id, countIn(again, id), `${options.kernel ?? 'fast'} kernel`);
  for (const { subproblem, mirror } of pairs) {
    compare(subproblem.id, countIn(mirrored, mirror.id), `mirror image ${mirror.id}`);
  }
  return { again: sample.length, mirrored: mirrors.length, disagreements };
}

function countIn(ledger: Ledger, id: string): number {
  const partial = ledger.get(id);
  if (!partial) throw new Error(`subproblem ${id} is not counted yet: there is nothing to compare`);
  return partial.count;
}
