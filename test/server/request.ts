import { type IncomingHttpHeaders, request as send } from 'node:http';

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

/** Opens a stream of updates and gives its events, one by one, until it is closed. */
export async function* events(base: string, path: string, stop: AbortSignal, lastId?: string) {
  const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
  const response = await fetch(new URL(path, base), { signal: stop, headers });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      yield { event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data: fields.get('data') ?? '' };
    }
  }
}
