import { useEffect, useState } from 'preact/hooks';
import type { RunUpdate } from '../../core/runs/run-map.js';

/** The last known state of a run, and the problem that prevents a newer one. */
export interface RunStatus {
  readonly update?: RunUpdate;
  readonly problem?: string;
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

type Refresh = () => Promise<RunStatus>;

/**
 * Follows a run while a view shows it: a count in this browser, or one that writes a ledger.
 *
 * @param refresh returns the run's state and never rejects; undefined if there is no run.
 * @param interval milliseconds between two calls; undefined if the run does not change.
 */
export function useRun(refresh: Refresh | undefined, interval: number | undefined, isShown: boolean): RunStatus {
  const [latest, setLatest] = useState<{ readonly refresh: Refresh; readonly status: RunStatus }>();
  useEffect(() => {
    if (!refresh || !isShown) return;
    return poll(async () => setLatest({ refresh, status: await refresh() }), interval);
  }, [refresh, isShown]);
  return refresh && latest?.refresh === refresh ? latest.status : {};
}
