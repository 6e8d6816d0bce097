import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import { type Access, checkHost, checkOrigin, checkToken } from './guard.js';
import type { FollowedRun, RunSource } from './run-source.js';
import { streamRuns } from './run-stream.js';
import { LARGEST_SERVED, type ServerCounts } from './server-counts.js';

/** Bytes of a request's body at most. */
const LARGEST_BODY = 1024;

/** Streams that are open at a time, of all addresses and of one. A browser needs one, whatever its tabs show. */
const MOST_STREAMS = 64;
const MOST_STREAMS_OF_AN_ADDRESS = 32;

/** Runs that one stream may carry. */
const MOST_RUNS_OF_A_STREAM = 32;

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** What the server serves. */
export interface Served {
  readonly access: Access;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly counts: ServerCounts;
  /** All sources of runs by name, `count` among them. */
  readonly sources: ReadonlyMap<string, RunSource>;
  /** Ends the streams. */
  readonly stop: AbortSignal;
}

const countRequest = z.strictObject({ n: z.int().min(1).max(LARGEST_SERVED) });

/** Answers requests: for the page's files, the runs that there are, their updates, and counts of the server's own. */
export function createApp({ access, files, counts, sources, stop }: Served): Hono {
  const app = new Hono();
  const places = new StreamPlaces();

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: false, // it speaks plain HTTP
      xFrameOptions: 'DENY',
    }),
  );
  app.use(checkHost(access), checkOrigin, checkToken(access));
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (c) => c.json({ problem: 'too much was sent' }, 413) }));

  app.get('/api/server', (c) =>
    c.json({ sources: [...sources.keys()], largest: LARGEST_SERVED, count: counts.current }),
  );

  app.get('/api/runs', async (c) => {
    const lists = await Promise.allSettled([...sources.values()].map((source) => source.list()));
    const listings = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    const problems = lists.flatMap((list) => (list.status === 'rejected' ? reasonOf(list.reason) : []));
    return c.json({
      runs: listings.flatMap(({ runs }) => runs),
      notes: listings.flatMap(({ notes }) => notes),
      problems,
    });
  });

  app.get('/api/updates', (c) => {
    // Hono answers HEAD with GET's headers and forgets its body: the stream would wait for its reader for ever.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' });
    const keys = c.req.queries('run') ?? [];
    const versions = c.req.queries('since') ?? [];
    if (keys.length > MOST_RUNS_OF_A_STREAM) return c.json({ problem: 'too many runs in one stream' }, 400);
    const leave = places.take(addressOf(c));
    if (!leave) return c.json({ problem: 'too many pages are open' }, 503);
    const asked = keys.map((key, i) => ({ key, since: versions[i], run: follow(key) }));
    return streamRuns(c, asked, { stop, leave });
  });

  app.get('/api/runs/:source/:name/cells/:cell', async (c) => {
    const run = await sources.get(c.req.param('source'))?.follow(c.req.param('name'));
    try {
      const facts = await run?.cell(Number(c.req.param('cell')));
      return facts ? c.json(facts) : c.json({ problem: 'there is no such run or cell any more' }, 404);
    } finally {
      run?.release();
    }
  });

  /** @param key the source and the name of a run, as the page writes them: `file/16.ledger`. */
  async function follow(key: string): Promise<FollowedRun | undefined> {
    const slash = key.indexOf('/');
    return sources.get(key.slice(0, slash))?.follow(key.slice(slash + 1));
  }

  app.post('/api/counts', async (c) => {
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) return c.json({ problem: 'send JSON' }, 415);
    const request = countRequest.safeParse(await c.req.json().catch(() => undefined));
    if (!request.success) return c.json({ problem: `n must be a whole number from 1 to ${LARGEST_SERVED}` }, 400);
    return c.json({ name: counts.start(request.data.n) }, 201);
  });

  app.post('/api/counts/:name/stop', async (c) => {
    const isThere = await counts.stop(c.req.param('name'));
    return isThere ? c.json({}) : c.json({ problem: 'there is no such count any more' }, 404);
  });

  app.post('/api/counts/:name/resume', (c) => {
    const isThere = counts.resume(c.req.param('name'));
    return isThere ? c.json({}) : c.json({ problem: 'there is no such count any more' }, 404);
  });

  app.get('*', compress(), (c) => {
    const file = files.get(c.req.path);
    if (!file) return c.text('There is nothing here.\n', 404);
    return c.body(file.bytes, 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' });
  });

  app.onError((error, c) => {
    if (error instanceof UsageError) return c.json({ problem: error.message }, 409);
    return c.json({ problem: reasonOf(error) }, 500);
  });
  return app;
}

/** The places for streams, of which no address may take all. */
class StreamPlaces {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** Takes a place. @returns what gives it back; undefined if there is none. */
  take(address: string): (() => void) | undefined {
    const taken = this.#taken.get(address) ?? 0;
    if (this.#all >= MOST_STREAMS || taken >= MOST_STREAMS_OF_AN_ADDRESS) return undefined;
    this.#change(address, 1);
    return () => this.#change(address, -1);
  }

  #change(address: string, by: number): void {
    const taken = (this.#taken.get(address) ?? 0) + by;
    this.#all += by;
    if (taken > 0) this.#taken.set(address, taken);
    else this.#taken.delete(address);
  }
}

/** Where a request comes from. */
function addressOf(c: Context): string {
  const bindings: Partial<HttpBindings> = c.env; // those of the adapter for Node
  return bindings.incoming?.socket.remoteAddress ?? '';
}
