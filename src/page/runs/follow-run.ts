import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { RunUpdate } from '../../runs/run-update.js';
import { useNotification, useTabTitle } from './background.js';
import { RunPicture } from './run-picture.js';

/** A run that a view can follow, in this browser or on the server. */
export interface FollowableRun {
  /** Milliseconds between two updates. */
  readonly interval: number;
  /** Returns all changes since a version. @throws Refusal, or Error if the server does not answer. */
  update(since: string): Promise<RunUpdate>;
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

/** A run that a view follows. It has no picture until the first update. */
export interface FollowedRun {
  readonly picture: RunPicture | undefined;
  readonly connection: Connection;
}

/**
 * Follows a run while a view shows it. After a lost connection it continues from the last update. After a restart of the
 * server it starts from the beginning.
 *
 * @param run undefined to follow no run.
 */
export function useRun(run: FollowableRun | undefined, isShown: boolean): FollowedRun {
  const followed = useRef<{ readonly run: FollowableRun | undefined; picture: RunPicture | undefined }>({
    run,
    picture: undefined,
  });
  const [connection, setConnection] = useState<Connection>({ state: 'live' });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  if (followed.current.run !== run) followed.current = { run, picture: undefined };

  useEffect(() => {
    if (!run || !isShown) return;
    const { current } = followed;
    let isOver = false;
    setConnection({ state: 'live' });
    const stop = askRepeatedly(async () => {
      const outcome = await run.update(current.picture?.version ?? '').catch((error: Error) => error);
      if (isOver) return 0;
      if (!(outcome instanceof Error)) current.picture = RunPicture.after(current.picture, outcome);
      const connection = connectionAfter(outcome);
      setConnection(connection);
      redraw(undefined);
      return connection.state === 'refused' ? REFUSED_INTERVAL : run.interval;
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [run, isShown]);
  const { picture } = followed.current;
  useTabTitle(isShown ? picture?.figures : undefined);
  useNotification(picture?.figures);
  return { picture, connection };
}

function connectionAfter(outcome: RunUpdate | Error): Connection {
  if (!(outcome instanceof Error)) return { state: 'live' };
  return outcome.name === 'Refusal' ? { state: 'refused', reason: outcome.message } : { state: 'lost' };
}
