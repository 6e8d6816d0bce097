import { readdir } from 'node:fs/promises';
import type { Server, ServerOptions } from 'node:http';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { UsageError } from '../errors/errors.js';
import { builtFile } from '../package/package.js';
import { createApp } from './app.js';
import { CheckpointRuns } from './checkpoint-runs.js';
import type { RunSource } from './run-source.js';

/** A listening server. */
export interface Serving {
  /** The address of the page, like `http://127.0.0.1:8170/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** The loopback address, which only this machine can reach. */
const HOST = '127.0.0.1';

/** Largest number of open connections. Any further connection is closed. */
const MOST_CONNECTIONS = 1024;

/** Largest number of requests of a connection. A client that sends thousands and reads nothing would fill the memory. */
const MOST_REQUESTS = 100;

/** Time-outs in milliseconds. They disconnect slow clients. Node's defaults are much longer. */
const TIMEOUTS: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
};

/** Errors of the system for a port that cannot be used, with advice. */
const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; --port 0 picks a free one',
  EACCES: 'needs administrator rights or is reserved; --port 0 picks a free one',
};

/**
 * Starts the server. It listens on the loopback address, sends the page and updates of runs, and changes nothing.
 *
 * @param port 0 means any free port.
 * @param data a folder with ledger files to show.
 * @throws UsageError if the port is not available, or the folder cannot be read.
 */
export async function serve(port: number, data?: string): Promise<Serving> {
  const sources = new Map<string, RunSource>();
  if (data !== undefined) {
    await readdir(data).catch((cause) => {
      throw new UsageError(`${data} is not a readable folder; --data must name a folder with ledger files`, {
        cause,
      });
    });
    sources.set('file', new CheckpointRuns(resolve(data)));
  }
  const app = createApp(builtFile('page'), sources);

  // Without options for HTTP/2, the result is a server of node:http.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  server.maxRequestsPerSocket = MOST_REQUESTS;
  server.setTimeout(30_000); // closes idle connections
  await new Promise<void>((listening, failed) => {
    // The listener stays, because a later error on a connection must not end the server.
    server.on('error', (cause: NodeJS.ErrnoException) => {
      const refusal = REFUSALS[cause.code ?? ''];
      failed(refusal ? new UsageError(`port ${port} ${refusal}`, { cause }) : cause);
    });
    server.listen(port, HOST, listening);
  });
  const address = server.address();
  return {
    address: `http://${HOST}:${typeof address === 'object' ? address?.port : port}/`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
