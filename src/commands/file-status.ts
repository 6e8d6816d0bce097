import { LedgerFileError } from '../errors/errors.js';
import { messageOf } from '../errors/system.js';
import type { LedgerFile } from '../ledger/ledger-file.js';
import { isLocked } from '../ledger/lock.js';
import { ResultsGoneError } from '../ledger/results.js';
import type { Plan } from '../plan/plan.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunState } from '../runs/run-update.js';
import type { Status } from '../runs/status.js';
import { openFile } from './sources.js';

/** A ledger file to which another process may be writing, and the figures of its run. */
interface OpenFile {
  readonly stored: LedgerFile;
  readonly run: ObservedRun;
  readonly openedAt: number;
}

/**
 * Returns a function that reads the status of a ledger file. Each call goes on where the one before has ended. It throws
 * UsageError or LedgerFileError if the file is not readable.
 */
export function readerOf(name: string): () => Status {
  let file: OpenFile | undefined;
  return () => {
    const locked = isLocked(name); // before the results: a count that ends in between has all of them
    file ??= open(name);
    try {
      return statusOf(file, locked);
    } catch (error) {
      if (!(error instanceof ResultsGoneError)) throw error;
      file = open(name, file.stored.plan());
      return statusOf(file, locked);
    }
  };
}

/** Opens a file. @param known the plan of the file that was there before. */
function open(name: string, known?: Plan): OpenFile {
  const stored = openFile(name);
  return { stored, run: new ObservedRun(stored.plan(known), stored.header.part), openedAt: Date.now() };
}

/** Reads the new results of a file. @param locked whether another process counts into it; undefined if that is unknown. */
function statusOf({ stored, run, openedAt }: OpenFile, locked: boolean | undefined): Status {
  let problem: string | undefined;
  try {
    for (const partials of stored.read()) run.add(partials);
  } catch (error) {
    if (!(error instanceof LedgerFileError && error.code === 'damaged')) throw error;
    problem = messageOf(error);
  }
  const { source, command, header } = stored;
  const guessed = run.estimatedState(openedAt);
  const isRunning = locked ?? guessed === 'counting';
  const state: RunState = guessed === 'finished' ? guessed : isRunning ? 'counting' : 'stopped';
  return { ...header, ...run.figures(stored.hasConflict ? 'conflict' : state, problem), source, command };
}
