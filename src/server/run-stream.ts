import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RunUpdate } from '../runs/run-update.js';
import type { FollowedRun } from './run-source.js';

/** Milliseconds between two updates at least: twenty a second. */
const BEAT = 50;

/** Milliseconds after which figures are sent even if nothing was finished: while it counts, and otherwise. */
const COUNTING_BEAT = 1000;
const RESTING_BEAT = 15_000;

/** Milliseconds after which a browser that lost the stream asks again. */
const RETRY = 1000;

/**
 * Sends the updates of a run as server-sent events, until the browser goes away or the server stops.
 *
 * Each event's id is the version of its update: a browser that lost the stream names it, and is sent what it missed.
 * Nothing is kept for slow readers: the next update is made when the last one is on its way.
 *
 * @param since the version that the browser has, if any.
 */
export function streamRun(c: Context, run: FollowedRun, since: string | undefined, stop: AbortSignal): Response {
  return streamSSE(c, async (stream) => {
    let version = since;
    let sent: { readonly at: number; readonly state: string } | undefined;
    try {
      while (!stream.aborted && !stop.aborted) {
        const update = run.update(version);
        if (!sent || isNews(update, version, sent)) {
          await stream.writeSSE({ id: update.version, data: JSON.stringify(update), retry: RETRY });
          version = update.version;
          sent = { at: performance.now(), state: update.figures.state };
        }
        await sleep(BEAT, undefined, { signal: stop }).catch(() => {});
      }
    } finally {
      run.release();
    }
  });
}

function isNews(
  { figures, version }: RunUpdate,
  seen: string | undefined,
  sent: { readonly at: number; readonly state: string },
): boolean {
  if (version !== seen || figures.state !== sent.state) return true;
  return performance.now() - sent.at >= (figures.state === 'counting' ? COUNTING_BEAT : RESTING_BEAT);
}

/** Tells why a run cannot be followed; the browser is not to ask again by itself. */
export function refuseStream(c: Context, reason: string): Response {
  return streamSSE(c, async (stream) => {
    await stream.writeSSE({ event: 'refused', data: reason });
  });
}
