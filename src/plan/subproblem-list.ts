import { largestPossibleCount } from './partial-count.js';
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
  /** The id of the subproblem at a place, without making it. */
  idAt?(place: number): string | undefined;
  /** What `largestPossibleCount` says of the subproblem at a place, without making it. */
  largestCountAt?(place: number): number;
}

/** A function that finds the place of a subproblem by its id; -1 if there is none. @throws Error if two have the same. */
export function placesById(list: SubproblemList): (id: string) => number {
  if (list.placeOf) return list.placeOf.bind(list);
  const places = new Map<string, number>();
  for (const { id } of list) places.set(id, places.size);
  if (places.size < list.length)
    throw new Error('two subproblems have the same id: one of them would be counted twice');
  return (id) => places.get(id) ?? -1;
}

/** A function that says the id of the subproblem at a place. */
export function idsByPlace(list: SubproblemList): (place: number) => string | undefined {
  return list.idAt ? list.idAt.bind(list) : (place) => list.at(place)?.id;
}

/** A function that says what the largest possible count of the subproblem at a place is; 0 where there is none. */
export function largestCountsByPlace(list: SubproblemList): (place: number) => number {
  if (list.largestCountAt) return list.largestCountAt.bind(list);
  return (place) => {
    const subproblem = list.at(place);
    return subproblem ? largestPossibleCount(subproblem) : 0;
  };
}

/** Those at the given places, in the given order. */
export function pick<Kind extends Subproblem>(
  list: SubproblemList<Kind>,
  places: ArrayLike<number>,
): SubproblemList<Kind> {
  const idAt = idsByPlace(list);
  return {
    length: places.length,
    at: (place) => list.at(places[place] ?? list.length),
    idAt: (place) => idAt(places[place] ?? list.length),
    *[Symbol.iterator]() {
      for (let place = 0; place < places.length; place++) {
        const picked = this.at(place);
        if (picked) yield picked;
      }
    },
  };
}

/** The places, in rising order, that pass a test. */
export function placesWhere({ length }: SubproblemList, passes: (place: number) => boolean): Uint32Array {
  const places = new Uint32Array(length);
  let passed = 0;
  for (let place = 0; place < length; place++) if (passes(place)) places[passed++] = place;
  return places.slice(0, passed);
}
