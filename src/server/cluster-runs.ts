import type { Database } from '../cluster/database.js';
import { findRun, latestRuns } from '../cluster/runs.js';
import type { RunSummary } from '../runs/run-update.js';
import { ClusterFollower } from './cluster-follower.js';
import type { FollowedRun, RunListing, RunSource } from './run-source.js';
import { SharedFollowers } from './shared-followers.js';

/** Runs that are listed at most. */
const MOST_LISTED = 200;

/** The runs of a cluster, followed in its database. The page can look at them, and do nothing to them. */
export class ClusterRuns implements RunSource {
  readonly source = 'cluster';
  readonly #database: Database;
  readonly #followers: SharedFollowers;

  /** @param database closed by whoever made it. */
  constructor(database: Database) {
    this.#database = database;
    this.#followers = new SharedFollowers(async (name) =>
      ClusterFollower.follow(database, await findRun(database, name)),
    );
  }

  /** Without what is finished of each: to count the rows of large runs takes too long for a look at a list. */
  async list(): Promise<RunListing> {
    const runs = await latestRuns(this.#database, MOST_LISTED);
    const summaries = runs.map(
      ({ name, n, algorithm, subproblems, state }): RunSummary => ({
        ...{ source: this.source, name, n, algorithm, subproblems },
        state: state === 'conflict' ? 'failed' : state,
      }),
    );
    return { runs: summaries, notes: [] };
  }

  async follow(name: string): Promise<FollowedRun | undefined> {
    const runs = await latestRuns(this.#database, MOST_LISTED);
    return runs.some((run) => run.name === name) ? this.#followers.follow(name) : undefined;
  }
}
