import { resolveThreads } from '../executors/threads.js';
import type { Ledger } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import type { CountArguments } from './count-arguments.js';

/** What a run counts, and where it enters what is finished. */
export interface RunLedger {
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Must be called when the run is over, however it ended. */
  close(): void;
}

/** The ledger that the command line asks for: in memory, or in a file. */
export async function openRunLedger({
  n,
  checkpoint,
  out,
  part,
  repair,
  drop,
  quiet,
  planOf,
  ...args
}: CountArguments): Promise<RunLedger> {
  const options = { ...args, ...resolveThreads(args.threads) };
  const file = out ?? checkpoint;
  if (file === undefined) {
    const plan = choosePlan(n, options);
    return { plan, ledger: new MemoryLedger(plan.subproblems), close() {} };
  }

  function note(text: string): void {
    if (!quiet) process.stderr.write(`${text}\n`);
  }
  const { openLedger } = await import('../ledger/open.js');
  const like = planOf === undefined ? undefined : (await import('../ledger/read.js')).planOfFile(planOf);
  const { plan, ledger } = openLedger(file, { n, options, part, like }, { repair, drop, tell: note });
  return { plan, ledger, close: () => ledger.close() };
}
