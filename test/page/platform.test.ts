import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getBuiltinModule } from '../../src/page/platform.js';

test('the page computes the same SHA-256 hashes as Node.js', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const here = createHash('sha256');
      const there = getBuiltinModule('node:crypto').createHash('sha256');
      for (const text of texts) {
        here.update(text);
        there.update(text);
      }
      expect(there.digest('hex')).toBe(here.digest('hex'));
    }),
  );
});
