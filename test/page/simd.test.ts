import { expect, test } from 'vitest';
import { hasSimd } from '../../src/page/count/browser-count.js';

test('Node has vector instructions, and the little module that asks for them is whole', () => {
  expect(hasSimd()).toBe(true);
});
