import { type IncomingHttpHeaders, request as send } from 'node:http';

/** A server's response. */
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
