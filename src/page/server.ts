/** Requests from the page to its server. */
import type { RunSummary, RunUpdate } from '../runs/run-update.js';

/** The error that is thrown if the server refuses a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The server's list of runs. */
export interface ListedRuns {
  readonly runs: readonly RunSummary[];
  /** Notes about skipped files, and errors of sources that cannot list their runs. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** Requests the list of runs. @throws Error with a message for the user. */
export async function listRuns(): Promise<ListedRuns> {
  return ask('api/runs');
}

/** Requests the changes of a run since a version. @throws Refusal, or Error if the server does not answer. */
export async function askUpdate(source: string, name: string, since: string): Promise<RunUpdate> {
  return ask(`api/runs/${[source, name].map(encodeURIComponent).join('/')}?since=${encodeURIComponent(since)}`);
}

/** Starts a count of n queens on the server. @returns the run's name. @throws Error with a message for the user. */
export async function startCount(n: number): Promise<string> {
  const { name } = await ask<{ name: string }>('api/counts', { n });
  return name;
}

/** Stops or resumes a count on the server. @throws Error with a message for the user. */
export async function controlCount(name: string, action: 'stop' | 'resume'): Promise<void> {
  await ask(`api/counts/${encodeURIComponent(name)}/${action}`, {});
}

/** Sends a request: POST with a body, otherwise GET. */
async function ask<Answer>(route: string, body?: unknown): Promise<Answer> {
  const posting = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(route, body === undefined ? {} : posting).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok && answer !== undefined) return answer; // page and server are from one build, so the type is right
  if (!response || response.ok) throw new Error('The server does not answer.'); // or the answer is incomplete
  throw new Refusal(answer?.problem ?? `The server refused the request: ${response.status}.`);
}
