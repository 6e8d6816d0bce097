import { expect, test } from 'vitest';
import { readModule } from '../../src/node/threads/compile-kernel.js';
import { passesSelfCheck } from '../../workers/self-check.js';
import { meetModule, wideMeetModule } from './meet-modules.js';

const POPCNT = 0x7b;
const CTZ = 0x7a;

test('the self-check accepts the plain and the wide kernel', () => {
  expect([meetModule, wideMeetModule].map(passesSelfCheck)).toEqual([true, true]);
});

test('the self-check notices every wide kernel that counts the ones of a vector wrongly', () => {
  const bytes = readModule('meet-wide');
  const places = [...bytes.keys()].filter((place) => bytes[place] === POPCNT);
  let mutants = 0;
  const accepted: number[] = [];
  for (const place of places) {
    const mutant = Uint8Array.from(bytes);
    mutant[place] = CTZ;
    if (!WebAssembly.validate(mutant)) continue; // the byte was not an instruction
    mutants++;
    if (passesSelfCheck(new WebAssembly.Module(mutant))) accepted.push(place);
  }
  expect(mutants).toBeGreaterThan(50);
  expect(accepted).toEqual([]);
});
