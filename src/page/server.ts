/** Requests from the page to its server. */
import type { RunSummary, RunUpdate } from '../runs/run-update.js';

/** The error that is thrown if the server refuses a request. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The server's list of runs. */
export interface ListedRuns {
  readonly runs: readonly RunSummary[];
  /** Notes about skipped files, and errors of sources that cannot list their runs. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** Milliseconds until a request fails. The server may make a plan for some seconds before it answers. */
const TIMEOUT = 60_000;

/** Requests the list of runs. @throws Error with a message for the user. */
export async function listRuns(): Promise<ListedRuns> {
  return ask('api/runs');
}

/** Requests the state of a run. @throws Refusal, or Error if the server does not answer. */
export async function askUpdate(source: string, name: string): Promise<RunUpdate> {
  return ask(`api/runs/${[source, name].map(encodeURIComponent).join('/')}`);
}

async function ask<Answer>(route: string): Promise<Answer> {
  const response = await fetch(route, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok && answer !== undefined) return answer; // page and server are from one build, so the type is right
  if (answer?.problem) throw new Refusal(answer.problem);
  throw new Error('The server does not answer.'); // or a proxy answered, or the answer is incomplete
}
