import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { reasonOf } from '../errors/system.js';
import type { RunSummary } from '../runs/run-update.js';
import { checkHost, checkSite } from './guard.js';
import type { RunSource } from './run-source.js';

/** The sources of runs, by their names in the address. */
export type Sources = ReadonlyMap<string, RunSource>;

/** Shown in an empty list if the server has no source of runs. */
const NO_SOURCES = 'This server shows no runs. queens-par serve --data FOLDER follows the ledger files in a folder.';

/**
 * Creates the app. It sends the files of the page, lists runs, and sends updates of runs. It changes nothing.
 *
 * @param page the folder of the built page.
 */
export function createApp(page: string, sources: Sources): Hono {
  const app = new Hono();
  /** The listing in progress. All requests during this time share its result. */
  let listing: ReturnType<typeof listAll> | undefined;

  app.use(
    secureHeaders({
      contentSecurityPolicy: { frameAncestors: ["'none'"] }, // index.html has the rest, for web servers without this header
      strictTransportSecurity: false, // the server uses plain HTTP
      xFrameOptions: 'DENY',
    }),
  );
  app.use(checkHost, checkSite);

  app.get('/api/runs', async (c) => {
    listing ??= listAll(sources).finally(() => {
      listing = undefined;
    });
    return c.json(await listing);
  });

  app.get('/api/runs/:source/:name', compress(), async (c) => {
    const run = await sources.get(c.req.param('source'))?.find(c.req.param('name'));
    return run ? c.json(run) : c.json({ problem: 'There is no such run.' }, 404);
  });

  // no-cache: the browser keeps a file, but asks each time whether it has changed.
  const onFound = (_: string, c: Context) => c.header('Cache-Control', 'no-cache');
  app.get('*', compress(), etag({ weak: true }), serveStatic({ root: page, onFound }));
  app.notFound((c) => c.text('There is nothing here.\n', 404));
  app.onError((error, c) => c.json({ problem: reasonOf(error) }, 500));
  return app;
}

/** Lists the runs of all sources. If a source fails, its error is added to `problems`. */
async function listAll(sources: Sources) {
  const lists = await Promise.allSettled(
    [...sources].map(async ([name, source]) => {
      const { runs, notes } = await source.list();
      return { runs: runs.map((run): RunSummary => ({ source: name, ...run })), notes };
    }),
  );
  const listed = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const problems = lists.flatMap((list) => (list.status === 'rejected' ? reasonOf(list.reason) : []));
  const notes = sources.size === 0 ? [NO_SOURCES] : listed.flatMap(({ notes }) => notes);
  return { runs: listed.flatMap(({ runs }) => runs), notes, problems };
}
