import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { largestPossibleCount } from '../../src/plan/partial-count.js';
import { idsByPlace, largestCountsByPlace, pick, placesById, placesWhere } from '../../src/plan/subproblem-list.js';

const anyPlan = fc.tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 5 }));

describe('a packed list of subproblems', () => {
  test('finds every id in any order, and makes the same subproblem each time', () => {
    fc.assert(
      fc.property(anyPlan, fc.infiniteStream(fc.nat()), ([n, depth], randoms) => {
        const { subproblems } = planBitmask(n, depth);
        const all = [...subproblems];
        expect(all).toHaveLength(subproblems.length);
        for (const random of [...randoms.take(20)].slice(0, all.length)) {
          const place = random % all.length;
          expect(subproblems.at(place)).toEqual(all[place]);
          expect(subproblems.placeOf?.(all[place]?.id ?? '')).toBe(place);
        }
        expect(all.map(({ id }) => subproblems.placeOf?.(id))).toEqual([...all.keys()]);
        expect([...all.keys()].map((place) => subproblems.idAt?.(place))).toEqual(all.map(({ id }) => id));
        for (const subproblem of all) expect(subproblems.largestCountAt?.(0)).toBe(largestPossibleCount(subproblem));
      }),
      { numRuns: 30 },
    );
  });

  test.each(['', 'board', '0', '0.2.4.6', '0.0', '0.02', '0..2', '.0.2', '0.2.', '7.2', '0.99', '0.2 ', 'O.2', '0.-2'])(
    'has no subproblem %j',
    (id) => {
      const { subproblems } = planBitmask(8, 2);
      expect(subproblems.placeOf?.(id)).toBe(-1);
    },
  );

  test('has nothing beside its places', () => {
    const { subproblems } = planBitmask(8, 2);
    for (const place of [-1, subproblems.length]) {
      expect([subproblems.at(place), subproblems.idAt?.(place)]).toEqual([undefined, undefined]);
    }
  });

  test('of depth 0 is the whole board', () => {
    const { subproblems } = planBitmask(8, 0);
    expect([...subproblems].map(({ id, prefix }) => [id, prefix])).toEqual([['board', []]]);
    expect([subproblems.placeOf?.('board'), subproblems.placeOf?.('0')]).toEqual([0, -1]);
  });
});

test('an array and a packed list of the same subproblems find the same places', () => {
  const { subproblems } = planBitmask(9, 3);
  const ofList = placesById(subproblems);
  const ofArray = placesById([...subproblems]);
  for (const { id } of subproblems) expect(ofList(id)).toBe(ofArray(id));
  expect([ofList('none'), ofArray('none')]).toEqual([-1, -1]);
});

test('an array and a packed list of the same subproblems say the same of a place', () => {
  const { subproblems } = planBitmask(9, 3);
  for (const say of [idsByPlace, largestCountsByPlace]) {
    const [ofList, ofArray] = [say(subproblems), say([...subproblems])];
    for (let place = 0; place < subproblems.length; place++) expect(ofList(place)).toBe(ofArray(place));
  }
});

test('what is picked comes in the order of the places', () => {
  const { subproblems } = planBitmask(8, 2);
  const even = placesWhere(subproblems, (place) => place % 2 === 0);
  expect([...even]).toEqual([...Array(subproblems.length).keys()].filter((place) => place % 2 === 0));
  const picked = pick(subproblems, even.reverse());
  expect([...picked].map(({ id }) => id)).toEqual([...even].map((place) => subproblems.at(place)?.id));
  expect(idsByPlace(picked)(1)).toBe(picked.at(1)?.id);
  expect([picked.length, picked.at(picked.length)]).toEqual([even.length, undefined]);
});
