import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatPercent } from '../../core/runs/progress.js';
import type { RunUpdate } from '../../core/runs/run-map.js';
import { plural } from '../../core/text/numbers.js';

/** The last known state of a run, and the problem that prevents a newer one. */
export interface RunStatus {
  readonly update?: RunUpdate;
  readonly problem?: string;
}

/** A run that a view can follow: a count in this browser, or one that writes a ledger. */
export interface FollowableRun {
  /** Milliseconds between two requests; undefined if the run does not change. */
  readonly interval: number | undefined;
  /** Returns the state of the run. Never rejects. */
  refresh(): Promise<RunStatus>;
}

/**
 * Calls `ask`, which must not reject, and again `interval` milliseconds after each answer unless that is undefined.
 *
 * @returns a function that stops the polling.
 */
export function poll(ask: () => Promise<void>, interval: number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  async function next(): Promise<void> {
    await ask();
    if (!isOver && interval !== undefined) timer = setTimeout(next, interval);
  }
  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Follows a run while a view shows it, also in the tab's title. @param run undefined if there is no run. */
export function useRun(run: FollowableRun | undefined, isShown: boolean): RunStatus {
  const [latest, setLatest] = useState<{ readonly run: FollowableRun; readonly followed: RunStatus }>();
  const followed = run && latest?.run === run ? latest.followed : {};
  useEffect(() => {
    if (!run || !isShown) return;
    return poll(async () => setLatest({ run, followed: await run.refresh() }), run.interval);
  }, [run, isShown]);
  useTabTitle(isShown ? followed.update : undefined);
  return followed;
}

/** Shows the progress and, unless the run counts or has finished, its state: `34% of 20 queens, idle`. */
function useTabTitle(update: RunUpdate | undefined): void {
  const { state, n = 0 } = update?.stats ?? {};
  const remark = state === 'counting' || state === 'finished' ? '' : `, ${state}`;
  const text = update && `${formatPercent(update.stats)}% of ${plural(n, 'queen')}${remark} - queens-par`;
  useLayoutEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = text;
    return () => {
      document.title = before;
    };
  }, [text]);
}
