import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { networkInterfaces } from 'node:os';
import { dirname, extname } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Database } from '../cluster/database.js';
import { UsageError } from '../errors/errors.js';
import type { ResolvedThreads } from '../executors/threads.js';
import { createApp, type PageFile } from './app.js';
import { CheckpointRuns } from './checkpoint-runs.js';
import type { Access } from './guard.js';
import { listen, TIMEOUTS } from './listen.js';
import type { RunSource } from './run-source.js';
import { ServerCounts } from './server-counts.js';

/** Options of the server. */
export interface ServeOptions extends ResolvedThreads {
  /** 0 means any free port. */
  readonly port: number;
  readonly access: Access;
  /** A folder with checkpoint files to show. */
  readonly data: string | undefined;
  /** The database of the cluster whose runs are shown. The caller closes it. */
  readonly database?: Database | undefined;
}

/** A listening server. */
export interface Serving {
  /** The address of the page, with the token if there is one. */
  readonly address: string;
  /** Stops the running count and closes the port. */
  close(): Promise<void>;
}

/**
 * Starts the server. The server sends the page, counts for the page, and sends updates of runs.
 *
 * @throws UsageError if the address or the port is not available, or the folder cannot be read.
 */
export async function serve({ port, access, data, database, ...threads }: ServeOptions): Promise<Serving> {
  const counts = new ServerCounts(threads);
  const sources = new Map<string, RunSource>([['count', counts]]);
  if (data !== undefined) sources.set('file', await folderOf(data));
  if (database) sources.set('cluster', new (await import('./cluster-runs.js')).ClusterRuns(database));
  // The path comes from package.json, because relative paths would differ for the sources (in tests) and the bundle.
  const files = readPageFiles(dirname(createRequire(import.meta.url).resolve('#page/index.html')));
  const app = createApp({ access, files, counts, sources });

  // Without options for HTTP/2, the result is a server of node:http.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS }) as Server;
  const origin = await listen(server, port, access.host);
  const opened = origin.replace(/(0\.0\.0\.0|\[::\])/, addressOfMachine);
  return {
    address: `${opened}/${access.token === undefined ? '' : `?token=${encodeURIComponent(access.token)}`}`,
    async close() {
      await counts.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns an address at which other machines can reach this one; if there is none, the loopback address. */
function addressOfMachine(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

async function folderOf(data: string): Promise<CheckpointRuns> {
  try {
    await readdir(data);
  } catch (cause) {
    throw new UsageError(`${data} is not a readable folder; --data must name a folder with checkpoint files`, {
      cause,
    });
  }
  return new CheckpointRuns(data);
}

/** Media types by file name extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads all files of the built page into a map by request path. Later requests do not reach the file system.
 *
 * @throws Error if the program was not built.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = readdirSync(folder).map((name): [path: string, file: PageFile] => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const bytes = new Uint8Array(readFileSync(`${folder}/${name}`));
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`; // weak, because files are also sent compressed
    return [name === 'index.html' ? '/' : `/${name}`, { bytes, type, etag }];
  });
  return new Map(files);
}
