import { expect, test } from 'vitest';
import { asJson } from '../../../src/core/text/json.js';

test('JSON rounds fractions to nine digits', () => {
  expect(asJson('x/1', { seconds: 0.015682442000000036 })).toBe('{"schema":"queens-par/x/1","seconds":0.015682442}\n');
});

test('JSON contains counts as decimal strings', () => {
  expect(asJson('count/1', { n: 8, count: 2n ** 64n })).toBe(
    '{"schema":"queens-par/count/1","n":8,"count":"18446744073709551616"}\n',
  );
});
