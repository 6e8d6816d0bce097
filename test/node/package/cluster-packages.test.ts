import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainUnusablePg } from '../../../src/node/package/cluster-packages.js';

const { devDependencies: tested } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each([tested.pg, '8.20.0', '8.100.1'])('pg %s can be used', (pg) => {
  expect(explainUnusablePg(pg)).toBe(undefined);
});

test.each([
  [undefined, 'pg ^8.20 (not installed)'],
  ['8.19.9', 'pg ^8.20 (8.19.9 is installed)'],
  ['9.0.0-rc.1', 'pg ^8.20 (9.0.0-rc.1 is installed)'],
])('pg %s is refused with the command that helps', (pg, needs) => {
  const problem = explainUnusablePg(pg);
  expect(problem).toContain(`a cluster needs ${needs}: `);
  expect(problem).toMatch(new RegExp(`: npm install( --global)? pg@${tested.pg}(\\. If this project|$)`));
});
