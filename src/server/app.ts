import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import { LARGEST_ON_PAGE, type RunSummary } from '../runs/run-update.js';
import { type Access, checkHost, checkOrigin, checkToken } from './guard.js';
import type { RunSource } from './run-source.js';
import type { ServerCounts } from './server-counts.js';

/** Largest request body, in bytes. */
const LARGEST_BODY = 1024;

/** A file of the page. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Identifies the content. A browser that already has this content does not download it again. */
  readonly etag: string;
}

/** The access rules, files, counts and runs of the app. */
export interface Served {
  readonly access: Access;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly counts: ServerCounts;
  /** All sources of runs, by name. One of them is `counts`, with the name `count`. */
  readonly sources: ReadonlyMap<string, RunSource>;
}

/** Creates the app. It serves the page's files, lists runs, sends updates of runs, and starts and stops counts. */
export function createApp({ access, files, counts, sources }: Served): Hono {
  const app = new Hono();
  /** The listing in progress. All requests during this time share its result. */
  let listing: ReturnType<typeof listAll> | undefined;

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
      strictTransportSecurity: false, // the server uses plain HTTP
      xFrameOptions: 'DENY',
    }),
  );
  app.use(checkHost(access), checkOrigin, checkToken(access));
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (c) => c.json({ problem: 'the request is too large' }, 413) }));

  app.get('/api/runs', async (c) => {
    listing ??= listAll(sources).finally(() => {
      listing = undefined;
    });
    return c.json(await listing);
  });

  app.get('/api/runs/:source/:name', compress(), async (c) => {
    const run = await sources.get(c.req.param('source'))?.find(c.req.param('name'));
    return run ? c.json(run.update(c.req.query('since'))) : c.json({ problem: 'there is no such run' }, 404);
  });

  app.post('/api/counts', async (c) => {
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) return c.json({ problem: 'send JSON' }, 415);
    const n = requestedN(await c.req.json().catch(() => undefined));
    if (n === undefined) return c.json({ problem: `n must be a whole number from 1 to ${LARGEST_ON_PAGE}` }, 400);
    return c.json({ name: counts.start(n) }, 201);
  });

  app.post('/api/counts/:name/:action{stop|resume}', async (c) => {
    const { name, action } = c.req.param();
    const isThere = action === 'stop' ? await counts.stop(name) : counts.resume(name);
    return isThere ? c.json({}) : c.json({ problem: 'there is no such count' }, 404);
  });

  app.get('*', etag(), compress(), (c) => {
    const file = files.get(c.req.path);
    if (!file) return c.text('There is nothing here.\n', 404);
    // no-cache: the browser keeps the file, but asks each time whether the file has changed.
    return c.body(file.bytes, 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache', ETag: file.etag });
  });

  app.onError((error, c) => {
    if (error instanceof UsageError) return c.json({ problem: error.message }, 409);
    return c.json({ problem: reasonOf(error) }, 500);
  });
  return app;
}

/** Lists the runs of all sources. If a source fails, its error is added to `problems`. */
async function listAll(sources: Served['sources']) {
  const lists = await Promise.allSettled(
    [...sources].map(async ([name, source]) => {
      const { runs, notes } = await source.list();
      return { runs: runs.map((run): RunSummary => ({ source: name, ...run })), notes };
    }),
  );
  const listed = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const problems = lists.flatMap((list) => (list.status === 'rejected' ? reasonOf(list.reason) : []));
  return { runs: listed.flatMap(({ runs }) => runs), notes: listed.flatMap(({ notes }) => notes), problems };
}

/** Returns the n of a request to start a count; undefined if the request is invalid. */
function requestedN(request: unknown): number | undefined {
  if (typeof request !== 'object' || request === null || !('n' in request)) return undefined;
  const { n, ...others } = request;
  const isValid = typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= LARGEST_ON_PAGE;
  return isValid && Object.keys(others).length === 0 ? n : undefined;
}
