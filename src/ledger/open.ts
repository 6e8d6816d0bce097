import { fdatasyncSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { programVersion } from '../../workers/program-version.js';
import { LedgerFileError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import { choosePlan } from '../plan/choose-plan.js';
import { type Part, threadsOfParts } from '../plan/part.js';
import type { Plan } from '../plan/plan.js';
import { FileLedger } from './file.js';
import type { LedgerHeader } from './header.js';
import { sealLine } from './line.js';
import { closeUnused, openLocked } from './lock.js';
import { MemoryLedger } from './memory.js';
import { refuseOther, refuseOtherPlan } from './refuse-other.js';
import type { LedgerRequest } from './request.js';
import { isUnbegun, SCHEMA } from './schema.js';

/** An open ledger file and its plan. */
export interface OpenLedger {
  readonly plan: Plan;
  readonly ledger: FileLedger;
  /** What the user should know of the file: whole sentences. */
  readonly notes: readonly string[];
}

/**
 * Opens a ledger file to count into: goes on with the plan of one that is there, whatever the threads of this machine,
 * or begins one. Nobody else can write to it until the ledger is closed.
 *
 * @throws UsageError if the file cannot be used, is in use, or is of something else than what is asked for.
 * @throws LedgerFileError if it is damaged, or has no room.
 */
export async function openLedger(file: string, request: LedgerRequest): Promise<OpenLedger> {
  refuseOtherPlan(request);
  const locked = openLocked(file);
  const { descriptor, isLocked } = locked;
  const notes = isLocked ? [] : [`This system has no lock for ${file}: do not let a second process write to it.`];
  try {
    const bytes = readFileSync(descriptor);
    if (isUnbegun(bytes)) return { ...begin(file, descriptor, request), notes };

    const { loadLedger } = await import('./load.js'); // zod takes 50 ms of CPU: only for those who resume
    const {
      plan,
      ledger: memory,
      length,
    } = loadLedger(bytes, file, { check: (header) => refuseOther(file, header, request) });
    if (length < bytes.length) {
      ftruncateSync(descriptor, length);
      notes.push(`The last line of ${file} was torn: what it held is counted again.`);
    }
    return { plan, ledger: new FileLedger({ file, descriptor, length, planHash: plan.hash, memory }), notes };
  } catch (error) {
    closeUnused(file, locked);
    throw error;
  }
}

/** Makes the plan, and writes the first line. */
function begin(file: string, descriptor: number, request: LedgerRequest): Pick<OpenLedger, 'plan' | 'ledger'> {
  const plan = request.like ?? newPlan(request);
  const line = Buffer.from(sealLine(JSON.stringify(headerOf(plan, request.part))));
  try {
    ftruncateSync(descriptor, 0); // a first line may have been torn
    if (writeSync(descriptor, line) < line.length) throw new Error('no space left on device');
    fdatasyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, 0);
    throw new LedgerFileError(`${file} cannot be begun: ${reasonOf(error)}`, { cause: error });
  }
  const memory = new MemoryLedger(plan.subproblems);
  return { plan, ledger: new FileLedger({ file, descriptor, length: line.length, planHash: plan.hash, memory }) };
}

/** Parts are counted on several machines, which must all make the same plan, whatever threads they have. */
function newPlan({ n, options, part }: LedgerRequest): Plan {
  return choosePlan(n, part ? { ...options, threads: threadsOfParts(part.m) } : options);
}

function headerOf(plan: Plan, part: Part | undefined): LedgerHeader {
  const { n, algorithm, options, hash: planHash, subproblems } = plan;
  return {
    schema: SCHEMA,
    ...{ n, algorithm, options, planHash, subproblems: subproblems.length },
    ...(part && { part }),
    program: `queens-par ${programVersion()}`,
    node: process.versions.node,
  };
}
