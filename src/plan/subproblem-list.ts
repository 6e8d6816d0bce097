import type { Subproblem } from './subproblem.js';

/**
 * Subproblems in a fixed order: an array, or a list that makes each of them when it is asked for. As objects, a million
 * would take 300 MB.
 */
export interface SubproblemList<Kind extends Subproblem = Subproblem> extends Iterable<Kind> {
  readonly length: number;
  /** @param place from 0. */
  at(place: number): Kind | undefined;
  /** The place of the subproblem with this id, -1 if there is none. Arrays do without: see `placesById`. */
  placeOf?(id: string): number;
}

/** A function that finds the place of a subproblem by its id; -1 if there is none. */
export function placesById(list: SubproblemList): (id: string) => number {
  if (list.placeOf) return list.placeOf.bind(list);
  const places = new Map<string, number>();
  for (const { id } of list) places.set(id, places.size);
  return (id) => places.get(id) ?? -1;
}

/** Those at the given places, in the given order. */
export function pick<Kind extends Subproblem>(
  list: SubproblemList<Kind>,
  places: ArrayLike<number>,
): SubproblemList<Kind> {
  return {
    length: places.length,
    at: (place) => list.at(places[place] ?? list.length),
    *[Symbol.iterator]() {
      for (let place = 0; place < places.length; place++) {
        const picked = this.at(place);
        if (picked) yield picked;
      }
    },
  };
}

/** The places, in rising order, of the subproblems that pass a test. */
export function placesWhere<Kind extends Subproblem>(
  list: SubproblemList<Kind>,
  passes: (subproblem: Kind, place: number) => boolean,
): Uint32Array {
  const places = new Uint32Array(list.length);
  let length = 0;
  let place = 0;
  for (const subproblem of list) {
    if (passes(subproblem, place)) places[length++] = place;
    place++;
  }
  return places.slice(0, length);
}
