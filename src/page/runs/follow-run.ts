import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { formatPercent, type RunState, type RunStats } from '../../core/runs/progress.js';
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

/** Milliseconds between two requests while the page is hidden. Its title still shows the progress. */
const HIDDEN_INTERVAL = 20_000;

/**
 * Calls `ask` immediately, then again `interval` after each answer. At most one request is open, however often the page
 * is hidden and shown.
 *
 * @param ask must not reject.
 * @param interval milliseconds until the next request while the page is visible; undefined to ask only once.
 * @returns a function that stops the polling.
 */
export function poll(ask: () => Promise<void>, interval: number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  async function next(): Promise<void> {
    if (isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    await ask();
    isAsking = interval === undefined;
    if (!isAsking && !isOver) timer = setTimeout(next, document.hidden ? HIDDEN_INTERVAL : interval);
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

/**
 * Follows a run while a view shows it.
 *
 * @param run undefined if there is no run.
 * @param state the run's state, if known. When it changes, even a hidden page updates its title immediately.
 */
export function useRun(run: FollowableRun | undefined, isShown: boolean, state?: RunState): RunStatus {
  const [latest, setLatest] = useState<{ readonly run: FollowableRun; readonly followed: RunStatus }>();
  const followed = run && latest?.run === run ? latest.followed : {};
  useEffect(() => {
    if (!run || !isShown) return;
    return poll(async () => setLatest({ run, followed: await run.refresh() }), run.interval);
  }, [run, isShown, state]);
  useTabTitle(isShown ? followed.update?.stats : undefined);
  return followed;
}

/**
 * Shows the progress of a run in the title of the tab, for users who are in another tab: `34% of 20 queens`, followed
 * by the state if the run is neither counting nor finished.
 *
 * @param stats undefined if the view is hidden or has no run.
 */
function useTabTitle(stats: RunStats | undefined): void {
  const text = stats && describeRun(stats);
  useLayoutEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = `${text} - queens-par`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

function describeRun(stats: RunStats): string {
  const { n, state } = stats;
  const remark = state === 'counting' || state === 'finished' ? '' : `, ${state}`;
  return `${formatPercent(stats)}% of ${plural(n, 'queen')}${remark}`;
}
