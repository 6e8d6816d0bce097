/**
 * The code in server/ serves the page in src/page/, and the ledger files of a folder, to browsers on this machine. The
 * port and the folder come in; files go out, and nothing is changed. Whatever sends a request is a stranger: app.ts
 * checks each request, ledgers.ts decides which files are ledgers, and send-ledger.ts sends them. Only the command
 * `serve` uses this folder. This file starts and stops the server.
 */
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { UsageError } from '../errors/errors.js';
import { builtFile } from '../package/package.js';
import { createApp } from './app.js';

/** A server that answers until it is closed. */
export interface Serving {
  /** The address of the page, like `http://127.0.0.1:8170/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Errors of the system for a port that cannot be used, with advice. */
const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; --port 0 picks a free one',
  EACCES: 'needs administrator rights or is reserved; --port 0 picks a free one',
};

/**
 * Starts the server. It listens on the loopback address, sends the page and ledgers, and changes nothing.
 *
 * @param port 0 means any free port.
 * @param folder a folder with ledgers to send.
 * @throws UsageError if the port is not available, or the folder cannot be read.
 */
export async function serve(port: number, folder?: string): Promise<Serving> {
  if (folder !== undefined) {
    await readdir(folder).catch((cause) => {
      throw new UsageError(`${folder} is not a readable folder; serve takes a folder with ledger files`, { cause });
    });
  }
  const { fetch } = createApp(builtFile('page'), folder === undefined ? undefined : resolve(folder));
  // Without options for HTTP/2, the result is a server of node:http. Slow clients are disconnected.
  const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
  const server = createAdaptorServer({ fetch, serverOptions: limits }) as Server;
  server.maxConnections = 1024;
  server.maxRequestsPerSocket = 100; // a client that sends thousands and reads nothing would fill the memory
  server.setTimeout(30_000); // closes idle connections
  await new Promise<void>((listening, failed) => {
    // The listener stays, because a later error on a connection must not end the server.
    server.on('error', (cause: NodeJS.ErrnoException) => {
      const refusal = REFUSALS[cause.code ?? ''];
      failed(refusal ? new UsageError(`port ${port} ${refusal}`, { cause }) : cause);
    });
    server.listen(port, '127.0.0.1', listening); // the loopback address, which only this machine can reach
  });
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
