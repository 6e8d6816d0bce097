import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { RunUpdate } from '../../runs/run-update.js';
import type { WatchedRun } from '../../runs/watched-run.js';
import { askUpdate, type Refusal } from '../server.js';
import { RunPicture } from './run-picture.js';

/** A run that a view can follow, in this browser or on the server. */
export interface FollowableRun {
  /** Milliseconds between two updates. */
  readonly interval: number;
  /** Returns all changes since a version. @throws Refusal, or Error if the server does not answer. */
  update(since: string): Promise<RunUpdate>;
}

/** Wraps a run in this browser, so a view can follow it. */
export function browserRun(run: WatchedRun): FollowableRun {
  return { interval: 200, update: async (since) => run.update(since) };
}

/** Wraps a run on the server, so a view can follow it. */
export function serverRun(source: string, name: string): FollowableRun {
  return { interval: 500, update: (since) => askUpdate(source, name, since) };
}

/** The outcome of the latest request: `lost` if the server does not answer, `refused` if it cannot show the run. */
export type Connection = { readonly state: 'live' | 'lost' } | { readonly state: 'refused'; readonly reason: string };

/**
 * Follows a run while a view shows it and the page is visible. After a lost connection it continues from the last
 * update. After a restart of the server it starts from the beginning.
 *
 * @param run undefined to follow no run.
 */
export function useRun(run: FollowableRun | undefined, isShown: boolean) {
  const followed = useRef<{ readonly run: FollowableRun | undefined; picture: RunPicture | undefined }>({
    run,
    picture: undefined,
  });
  const [connection, setConnection] = useState<Connection>({ state: 'live' });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  if (followed.current.run !== run) followed.current = { run, picture: undefined };

  useEffect(() => {
    if (!run || !isShown) return;
    const { interval } = run;
    const { current } = followed;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function poll(): Promise<void> {
      if (document.hidden || !run) return;
      const outcome = await run.update(current.picture?.version ?? '').catch((error: Error | Refusal) => error);
      if (isOver) return;
      if (!(outcome instanceof Error)) current.picture = RunPicture.after(current.picture, outcome);
      setConnection(connectionAfter(outcome));
      redraw(undefined);
      timer = setTimeout(poll, interval);
    }
    function pollWhenVisible(): void {
      clearTimeout(timer);
      poll();
    }
    setConnection({ state: 'live' });
    poll();
    document.addEventListener('visibilitychange', pollWhenVisible);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', pollWhenVisible);
    };
  }, [run, isShown]);
  return { picture: followed.current.picture, connection };
}

function connectionAfter(outcome: RunUpdate | Error): Connection {
  if (!(outcome instanceof Error)) return { state: 'live' };
  return outcome.name === 'Refusal' ? { state: 'refused', reason: outcome.message } : { state: 'lost' };
}
