/** The jobs that are in the queue, and which of their subproblems are not finished. Subproblems are places in the plan. */
export class Outstanding {
  readonly #jobOf = new Map<number, number>();
  readonly #left = new Map<number, number>();
  #latestJob = 0;

  /** How many jobs have an unfinished subproblem. */
  get jobs(): number {
    return this.#left.size;
  }

  /** How many subproblems are in a job and not finished. */
  get size(): number {
    return this.#jobOf.size;
  }

  /** Whether this subproblem is in a job and not finished. */
  has(place: number): boolean {
    return this.#jobOf.has(place);
  }

  /** The places of the subproblems that are in a job and not finished. */
  places(): number[] {
    return [...this.#jobOf.keys()];
  }

  /** Takes note of a job that was put into the queue. A subproblem that is in an earlier one counts with that. */
  add(places: readonly number[]): void {
    const job = ++this.#latestJob;
    const added = places.filter((place) => !this.has(place));
    if (added.length === 0) return;
    for (const place of added) this.#jobOf.set(place, job);
    this.#left.set(job, added.length);
  }

  /** Takes note of a subproblem that was finished, or whose job got lost. */
  remove(place: number): void {
    const job = this.#jobOf.get(place);
    if (job === undefined) return;
    this.#jobOf.delete(place);
    const left = (this.#left.get(job) ?? 1) - 1;
    if (left > 0) this.#left.set(job, left);
    else this.#left.delete(job);
  }
}
