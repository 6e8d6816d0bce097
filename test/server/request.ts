import { type IncomingHttpHeaders, request as send } from 'node:http';
import type { RunUpdate } from '../../src/runs/run-update.js';

/** The response of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The options of a request. */
interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request with exactly this path and these headers, even if no browser would send them. */
export function request(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, agent: false }; // opens a connection for each request
    const sent = send(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Returns the update of a run, such as `file/16.ledger`. @throws Error with the server's reason if it refuses */
export async function updateOf(base: string, run: string): Promise<RunUpdate> {
  const [source = '', name = ''] = run.split(/\/(.*)/s);
  const { status, body } = await request(base, `/api/runs/${source}/${encodeURIComponent(name)}`);
  if (status === 200) return JSON.parse(body);
  throw new Error(JSON.parse(body).problem);
}

/** Polls a run until an update is as expected, and returns it. */
export async function pollUntil(
  base: string,
  run: string,
  isExpected: (update: RunUpdate) => boolean,
): Promise<RunUpdate> {
  for (;;) {
    const update = await updateOf(base, run);
    if (isExpected(update)) return update;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
