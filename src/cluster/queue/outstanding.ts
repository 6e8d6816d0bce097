/** The jobs that were put into the queue, and what of them is still to be counted. Subproblems are places in the plan. */
export class Outstanding {
  readonly #jobOf = new Map<number, number>();
  readonly #left = new Map<number, number>();
  #latestJob = 0;

  /** Jobs of which something is left. */
  get jobs(): number {
    return this.#left.size;
  }

  /** How many subproblems are in some job, and not finished. */
  get size(): number {
    return this.#jobOf.size;
  }

  /** Whether this one is. */
  has(place: number): boolean {
    return this.#jobOf.has(place);
  }

  /** Which ones. */
  places(): number[] {
    return [...this.#jobOf.keys()];
  }

  /** A job was put into the queue. A subproblem that is in an earlier one counts with that. */
  add(places: readonly number[]): void {
    const job = ++this.#latestJob;
    const added = places.filter((place) => !this.has(place));
    if (added.length === 0) return;
    for (const place of added) this.#jobOf.set(place, job);
    this.#left.set(job, added.length);
  }

  /** A subproblem was finished, or its job got lost. */
  remove(place: number): void {
    const job = this.#jobOf.get(place);
    if (job === undefined) return;
    this.#jobOf.delete(place);
    const left = (this.#left.get(job) ?? 1) - 1;
    if (left > 0) this.#left.set(job, left);
    else this.#left.delete(job);
  }
}
