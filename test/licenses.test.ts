import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Licenses that require only a notice. */
const ALLOWED = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  /** Only for development. */
  readonly dev?: boolean;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const locked = Object.entries<LockedPackage>(packages).map(([path, entry]) => {
  return { name: path === '' ? 'queens-par' : path.replace(/^.*node_modules\//, ''), ...entry };
});

/** Returns whether one of a package's licenses is allowed, such as the first in `(MIT OR Apache-2.0)`. */
function isAllowed({ license = 'none' }: LockedPackage): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.includes(one));
}

test('the licenses of installed packages allow redistribution', () => {
  const installed = locked.filter(({ dev }) => !dev);
  expect(installed.length).toBeGreaterThan(5);
  expect(installed.filter((entry) => !isAllowed(entry))).toEqual([]);
});

test.each([
  ['dist', 'yargs-parser'],
  ['dist/page', 'preact'],
])('%s has the notices of its bundled packages, and their licenses allow redistribution', (folder, one) => {
  const notices = readFileSync(new URL(`../${folder}/LICENSES.txt`, import.meta.url), 'utf8');
  const bundled = [...notices.matchAll(/^(?<name>(?:@[\w-]+\/)?[\w.-]+) (?<version>\d+\.\d+\.\d+\S*)$/gm)];
  expect(bundled.map(({ groups }) => groups?.name)).toContain(one);
  for (const { groups } of bundled) {
    const entry = locked.find(({ name, version }) => name === groups?.name && version === groups?.version);
    expect(entry, `${groups?.name} ${groups?.version} is locked`).toBeDefined();
    expect(entry && isAllowed(entry), `${groups?.name}: ${entry?.license}`).toBe(true);
  }
});
