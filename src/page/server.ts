/** Requests of the page to its server. */
import type { RunSummary, RunUpdate } from '../runs/run-update.js';

/** The server's refusal of a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The runs that the server knows. */
export interface ListedRuns {
  readonly runs: readonly RunSummary[];
  /** Sentences about what was left out, and about what cannot be read. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** @throws Error with a message for the user. */
export async function listRuns(): Promise<ListedRuns> {
  return ask('api/runs');
}

/** Asks for the changes of a run since an update. @throws Refusal, or Error if the server does not answer. */
export async function askUpdate(source: string, name: string, since: string): Promise<RunUpdate> {
  return ask(`api/runs/${[source, name].map(encodeURIComponent).join('/')}?since=${encodeURIComponent(since)}`);
}

/** Starts a count of n queens on the server. @returns the name of the run. @throws Error with a message for the user. */
export async function startCount(n: number): Promise<string> {
  const { name } = await ask<{ name: string }>('api/counts', { n });
  return name;
}

/** Stops or resumes a count of the server. @throws Error with a message for the user. */
export async function steerCount(name: string, way: 'stop' | 'resume'): Promise<void> {
  await ask(`api/counts/${encodeURIComponent(name)}/${way}`, {});
}

/** @param body is posted, if there is one. */
async function ask<Answer>(route: string, body?: unknown): Promise<Answer> {
  const posting = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(route, body === undefined ? {} : posting).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok && answer !== undefined) return answer; // the server is of the same build as the page
  if (!response || response.ok) throw new Error('The server does not answer.'); // or not to the end
  throw new Refusal(answer?.problem ?? `The server refuses: ${response.status}.`);
}
