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
    let sent: Sent | undefined;
    try {
      while (!stream.aborted && !stop.aborted) {
        const update = run.update(version);
        if (!sent || isNews(update, version, sent)) {
          await stream.writeSSE({ id: update.version, data: JSON.stringify(update), retry: RETRY });
          version = update.version;
          sent = { at: performance.now(), look: lookOf(update) };
        }
        await sleep(BEAT, undefined, { signal: stop }).catch(() => {});
      }
    } finally {
      run.release();
    }
  });
}

/** What a browser was sent last. */
interface Sent {
  readonly at: number;
  readonly look: string;
}

function isNews(update: RunUpdate, seen: string | undefined, sent: Sent): boolean {
  if (update.version !== seen || lookOf(update) !== sent.look) return true;
  const beat = update.figures.state === 'counting' ? COUNTING_BEAT : RESTING_BEAT;
  return performance.now() - sent.at >= beat;
}

/** What must not wait when it changes, and is no finished subproblem: the state, and what each worker is at. */
function lookOf({ figures, workers }: RunUpdate): string {
  const doing = workers.map(({ name, subproblem, note }) => [name, subproblem, note]);
  return JSON.stringify([figures.state, figures.problem, figures.conflicts, doing]);
}

/** Tells why a run cannot be followed; the browser is not to ask again by itself. */
export function refuseStream(c: Context, reason: string): Response {
  return streamSSE(c, async (stream) => {
    await stream.writeSSE({ event: 'refused', data: reason });
  });
}
