import type { RunSummary, RunUpdate } from '../runs/run-update.js';

/** A place where runs are to be found: the server's own pool, a folder of checkpoint files, a cluster. */
export interface RunSource {
  /** The runs that are there, a bounded number of them, the newest first. */
  list(): Promise<RunListing>;

  /**
   * Follows a run.
   *
   * @returns undefined if there is no such run.
   * @throws Error with a message for the user if it cannot be followed.
   */
  follow(name: string): Promise<FollowedRun | undefined>;
}

/** What there is to list. */
export interface RunListing {
  readonly runs: readonly RunSummary[];
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
}

/** A run that somebody watches. */
export interface FollowedRun {
  /** What is new since an earlier update's version; everything, if that is not of this run. */
  update(since?: string): RunUpdate;
  /** Must be called when nobody watches any more. */
  release(): void;
}
