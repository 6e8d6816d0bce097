import { useEffect, useState } from 'preact/hooks';
import type { RunUpdate } from '../../core/runs/run-map.js';

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

/** Follows a run while a view shows it. @param run undefined if there is no run. */
export function useRun(run: FollowableRun | undefined, isShown: boolean): RunStatus {
  const [latest, setLatest] = useState<{ readonly run: FollowableRun; readonly followed: RunStatus }>();
  useEffect(() => {
    if (!run || !isShown) return;
    return poll(async () => setLatest({ run, followed: await run.refresh() }), run.interval);
  }, [run, isShown]);
  return run && latest?.run === run ? latest.followed : {};
}
