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

/** What a stream tells of a run. */
export interface StreamEvent {
  readonly run: string;
  readonly update?: RunUpdate;
  readonly refused?: string;
}

/** Opens a stream of the updates of runs, like `file/16.ledger`, and gives its events one by one until it is closed. */
export async function* events(
  base: string,
  runs: string | readonly string[],
  stop: AbortSignal,
  since = '',
): AsyncGenerator<StreamEvent> {
  const asked = new URLSearchParams(
    [runs].flat().flatMap((run) => [
      ['run', run],
      ['since', since],
    ]),
  );
  const response = await fetch(new URL(`api/updates?${asked}`, base), { signal: stop });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, data] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

/** Follows a run until an update shows what is waited for, and gives that update. Fails if the run is refused. */
export async function until(
  stream: AsyncGenerator<StreamEvent>,
  isThere: (update: RunUpdate) => boolean,
): Promise<RunUpdate & { readonly cellsSeen: number }> {
  let cellsSeen = 0;
  for (let next = await stream.next(); !next.done; next = await stream.next()) {
    const { update, refused } = next.value;
    if (!update) throw new Error(refused);
    cellsSeen += update.cells.length / 3;
    if (isThere(update)) return { ...update, cellsSeen };
  }
  throw new Error('the stream ended');
}
