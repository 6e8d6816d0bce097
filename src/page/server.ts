/** What the page asks its server for. */
import type { CellFacts, RunSummary } from '../runs/run-update.js';

/** What the server is and has. */
export interface ServerFacts {
  /** Where it looks for runs: `count`, `file` and others. */
  readonly sources: readonly string[];
  /** The largest n that it counts. */
  readonly largest: number;
  /** The name of its count that is under way, or else of its last one. */
  readonly count?: string;
}

/** @throws Error with a message for the user. */
export async function askServer(): Promise<ServerFacts> {
  return ask('api/server');
}

/** What the server knows of runs. */
export interface RunList {
  readonly runs: readonly RunSummary[];
  /** What was left out. */
  readonly notes: readonly string[];
  /** What keeps it from knowing more. */
  readonly problems: readonly string[];
}

/** @throws Error with a message for the user. */
export async function listRuns(): Promise<RunList> {
  return ask('api/runs');
}

/** Has the server count n queens. @returns the name of the run. @throws Error with a message for the user. */
export async function startCount(n: number): Promise<string> {
  const { name } = await ask<{ name: string }>('api/counts', { n });
  return name;
}

/** Stops a count of the server, or goes on with it. @throws Error with a message for the user. */
export async function steerCount(name: string, way: 'stop' | 'resume'): Promise<void> {
  await ask(`api/counts/${encodeURIComponent(name)}/${way}`, {});
}

/** What a cell of the map of a run stands for. @throws Error with a message for the user. */
export async function askCell(source: string, name: string, cell: number): Promise<CellFacts> {
  return ask(`api/runs/${encodeURIComponent(source)}/${encodeURIComponent(name)}/cells/${cell}`);
}

/** @param body is posted, if there is one. */
async function ask<Answer>(address: string, body?: unknown): Promise<Answer> {
  const posting = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, body === undefined ? {} : posting).catch(() => {
    throw new Error('The server does not answer.');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer; // the server is of the same build as the page
  throw new Error(answer.problem ?? `The server refuses: ${response.status}.`);
}
