import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import { type Access, checkHost, checkOrigin, checkToken } from './guard.js';
import type { PageFile } from './page-files.js';
import type { RunSource } from './run-source.js';
import { refuseStream, streamRun } from './run-stream.js';
import { LARGEST_SERVED, type ServerCounts } from './server-counts.js';

/** Bytes that a request may bring. */
const LARGEST_BODY = 1024;

/** Streams that are open at a time. */
const MOST_STREAMS = 64;

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

/** The requests that the server answers. */
export function createApp({ access, files, counts, sources, stop }: Served): Hono {
  const app = new Hono();
  let streams = 0;

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

  app.get('/api/runs/:source/:name/updates', async (c) => {
    // Hono answers HEAD with GET's headers and forgets its body: the stream would wait for its reader for ever.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' });
    const source = sources.get(c.req.param('source'));
    if (streams >= MOST_STREAMS) return c.json({ problem: 'too many pages are open' }, 503);
    streams++;
    const left = () => {
      streams--;
    };
    try {
      const run = await source?.follow(c.req.param('name'));
      if (!run) {
        left();
        return refuseStream(c, 'there is no such run any more');
      }
      const since = c.req.header('last-event-id') ?? c.req.query('since');
      const release = () => {
        run.release();
        left();
      };
      return streamRun(c, { update: (version) => run.update(version), release }, since, stop);
    } catch (error) {
      left();
      return refuseStream(c, reasonOf(error));
    }
  });

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
