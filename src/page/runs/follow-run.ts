import { useEffect, useState } from 'preact/hooks';
import type { RunUpdate } from '../../runs/run-update.js';
import { useNotification, useTabTitle } from './background.js';

/** A run that a view can follow, in this browser or on the server. */
export interface FollowableRun {
  /** Milliseconds between two updates. */
  readonly interval: number;
  /** Returns the state of the run. @throws Refusal, or Error if the server does not answer. */
  update(): Promise<RunUpdate>;
}

/** The outcome of the latest request: `lost` if the server does not answer, `refused` if it cannot show the run. */
type Connection = { readonly state: 'live' | 'lost' } | { readonly state: 'refused'; readonly reason: string };

/** Milliseconds between two requests for a run that the server cannot show. */
const REFUSED_INTERVAL = 5000;

/** Milliseconds between two requests of a hidden page, whose title still shows the progress. */
const HIDDEN_INTERVAL = 20_000;

/**
 * Asks at once, and again after each answer. There is never more than one open request, however often the page is hidden
 * and shown.
 *
 * @param ask must not reject. @returns milliseconds until the next request of a visible page.
 * @returns a function that ends the requests.
 */
export function askRepeatedly(ask: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  async function next(): Promise<void> {
    if (isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    const pause = await ask();
    isAsking = false;
    if (!isOver) timer = setTimeout(next, document.hidden ? HIDDEN_INTERVAL : pause);
  }
  function onChange(): void {
    if (!document.hidden) next();
  }
  document.addEventListener('visibilitychange', onChange);
  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** A run that a view follows. It has no update until the first answer. */
export interface FollowedRun {
  readonly run: FollowableRun | undefined;
  readonly update?: RunUpdate | undefined;
  readonly connection: Connection;
}

/** Follows a run while a view shows it. After a lost connection, the last update remains. @param run undefined for no run. */
export function useRun(run: FollowableRun | undefined, isShown: boolean): FollowedRun {
  const unknown: FollowedRun = { run, connection: { state: 'live' } };
  const [latest, setLatest] = useState(unknown);
  const followed = latest.run === run ? latest : unknown;
  useEffect(() => {
    if (!run || !isShown) return;
    let isOver = false;
    const stop = askRepeatedly(async () => {
      const outcome = await run.update().catch((error: Error) => error);
      if (isOver) return 0;
      const connection = connectionAfter(outcome);
      const update = outcome instanceof Error ? undefined : outcome;
      setLatest((last) => ({ run, connection, update: update ?? (last.run === run ? last.update : undefined) }));
      return connection.state === 'refused' ? REFUSED_INTERVAL : run.interval;
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [run, isShown]);
  useTabTitle(isShown ? followed.update?.figures : undefined);
  useNotification(followed.update?.figures);
  return followed;
}

function connectionAfter(outcome: RunUpdate | Error): Connection {
  if (!(outcome instanceof Error)) return { state: 'live' };
  return outcome.name === 'Refusal' ? { state: 'refused', reason: outcome.message } : { state: 'lost' };
}
