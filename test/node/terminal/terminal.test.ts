import { afterEach, expect, test, vi } from 'vitest';
import { isAnimated } from '../../../src/node/terminal/terminal.js';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [undefined, true],
  ['', true],
  ['0', true],
  ['false', true],
  ['1', false],
  ['true', false],
])('with %j in CI, a terminal is animated: %j', (value, expected) => {
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('CI', value);
  expect(isAnimated({ isTTY: true, columns: 80 })).toBe(expected);
});
