import { type IncomingHttpHeaders, request as send } from 'node:http';
import type { RunUpdate } from '../../src/runs/run-update.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Do not say how long the body is. */
  readonly chunked?: boolean;
}

/** Asks a server, with the path and the headers exactly as given: a browser would not let an attacker do all of it. */
export function request(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, chunked }: Asked = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, agent: false }; // a connection for each request
    const asking = send(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    if (chunked) asking.write('');
    else if (body !== undefined) asking.setHeader('content-length', Buffer.byteLength(body));
    asking.end(body);
  });
}

/** Posts JSON, as the page does. */
export function post(base: string, path: string, value: unknown = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', origin: new URL(base).origin };
  return request(base, path, { method: 'POST', headers, body: JSON.stringify(value) });
}

/** Asks for the update of a run, like `file/16.ledger`. @throws Error with the server's reason if it refuses */
export async function updateOf(base: string, run: string, since = ''): Promise<RunUpdate> {
  const [source = '', name = ''] = run.split(/\/(.*)/s);
  const { status, body } = await request(base, `/api/runs/${source}/${encodeURIComponent(name)}?since=${since}`);
  if (status === 200) return JSON.parse(body);
  throw new Error(JSON.parse(body).problem);
}

/** Polls a run from an update on until one is as expected, and gives that. Fails if the server refuses. */
export async function until(
  base: string,
  run: string,
  isExpected: (update: RunUpdate) => boolean,
  since = '',
): Promise<RunUpdate & { readonly tilesSeen: number }> {
  let version = since;
  let tilesSeen = 0;
  for (;;) {
    const update = await updateOf(base, run, version);
    ({ version } = update);
    tilesSeen += update.tiles.length / 3;
    if (isExpected(update)) return { ...update, tilesSeen };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
