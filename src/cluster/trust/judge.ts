/**
 * Decides conflicts: two counts of one subproblem that differ. Neither login is known to be right, and a third one could
 * be in league with one of them, so the coordinator counts the subproblem itself. Logins with another count are set aside.
 */
import type { KernelKind } from '../../../workers/kernels.js';
import { fillLedger } from '../../count/fill-ledger.js';
import { MemoryLedger } from '../../ledger/memory.js';
import { shareOf } from '../../plan/plan.js';
import type { Subproblem } from '../../plan/subproblem.js';
import { placesById } from '../../plan/subproblem-list.js';
import { plural } from '../../text/numbers.js';
import type { Database } from '../database/database.js';
import type { Run } from '../ledger/runs.js';

/** Two counts of one subproblem, and the numbers of the workers that handed them in. */
interface Conflict {
  readonly subproblem: string;
  /** Decimal. */
  readonly count: string;
  readonly worker: number;
  readonly secondCount: string;
  readonly secondWorker: number;
}

/** What a judge works with. */
interface Court {
  readonly database: Database;
  readonly run: Run;
  /** Called with messages for the user. */
  readonly note: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Decides all open conflicts of a run, and sets those aside whose counts are wrong. What they handed in is missing from
 * the ledger afterwards, to be counted by others.
 *
 * @returns whether there was a conflict.
 * @throws Error if this machine cannot count a subproblem, or counts it differently with its two kernels.
 */
export async function decideConflicts(court: Court): Promise<boolean> {
  const { database, run, note } = court;
  await database.query(
    `update queens_par.run set state = 'counting', reason = null where id = $1::integer and state = 'conflict'`,
    [run.id],
  );
  for (let decided = false; ; decided = true) {
    const [conflict] = await database.query<Conflict>(
      `select subproblem, count::text, worker, second_count::text as "secondCount", second_worker as "secondWorker"
         from queens_par.conflict where run = $1::integer order by found, subproblem limit 1`,
      [run.id],
    );
    if (!conflict) return decided;
    const { subproblem, count, worker, secondCount, secondWorker } = conflict;
    note(`subproblem ${subproblem} was counted twice, as ${count} and as ${secondCount}; counting it here to decide`);
    const right = String(await countHere(court, conflict));
    const claims = [
      { worker, count },
      { worker: secondWorker, count: secondCount },
    ];
    for (const claim of claims.filter((claim) => claim.count !== right)) {
      const reason = `counted ${claim.count} for subproblem ${subproblem} of run ${run.name}, which has ${right}`;
      const [blamed] = await database.query<{ culprit: string; results: number }>(
        'select culprit, results from queens_par.blame($1::integer, $2::text)',
        [claim.worker, reason],
      );
      if (!blamed) continue;
      note(
        `${blamed.culprit} is set aside: it ${reason}; others count its ${plural(blamed.results, 'subproblem')} again`,
      );
    }
  }
}

/** The count of a subproblem on this machine. Where it confirms neither side, both kernels must agree on it. */
async function countHere({ run, signal }: Court, { subproblem: id, count, secondCount }: Conflict): Promise<number> {
  const subproblem = run.plan.subproblems.at(placesById(run.plan.subproblems)(id));
  if (!subproblem)
    throw new Error(`the ledger of run ${run.name} has a subproblem ${id}, which the plan does not have`);
  const fast = await countOne(run, subproblem, 'fast', signal);
  if ([count, secondCount].includes(String(fast))) return fast;
  const readable = await countOne(run, subproblem, 'readable', signal);
  if (fast === readable) return fast;
  throw new Error(
    `this machine counts ${fast} with one kernel and ${readable} with the other for subproblem ${id}: it cannot decide ` +
      `who is right; start run ${run.name} on another machine`,
  );
}

async function countOne(
  { plan }: Run,
  subproblem: Subproblem,
  kernel: KernelKind,
  signal: AbortSignal | undefined,
): Promise<number> {
  const ledger = new MemoryLedger([subproblem]);
  await fillLedger(shareOf(plan, [subproblem]), ledger, { threads: 1, kernel, signal });
  const partial = ledger.get(subproblem.id);
  if (!partial) throw new Error(`subproblem ${subproblem.id} could not be counted on this machine`);
  return partial.count;
}
