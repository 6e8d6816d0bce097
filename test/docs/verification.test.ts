import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('docs/verification.md names only tests that exist', () => {
  const page = readFileSync(`${ROOT}docs/verification.md`, 'utf8');
  const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(ROOT + file))).toEqual([]);
});
