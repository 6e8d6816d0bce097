import { expect, test } from 'vitest';
import { hasSimd } from '../../src/page/count/kernel-modules.js';

test('Node has vector instructions, and the little module that asks for them is whole', () => {
  expect(hasSimd()).toBe(true);
});
