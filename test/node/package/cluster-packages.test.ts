import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainUnusablePackages } from '../../../src/node/package/cluster-packages.js';

const { devDependencies: tested } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each([
  [tested.bullmq, tested.pg],
  ['6.7.0', '8.20.0'],
  ['6.12.3', '8.100.1'],
])('bullmq %s and pg %s can be used', (bullmq, pg) => {
  expect(explainUnusablePackages({ bullmq, pg })).toBe(undefined);
});

test.each([
  [undefined, undefined, 'bullmq ^6.7 (not installed) and pg ^8.20 (not installed)', ['bullmq', 'pg']],
  ['6.7.0', undefined, 'pg ^8.20 (not installed)', ['pg']],
  ['5.71.0', '8.23.1', 'bullmq ^6.7 (5.71.0 is installed)', ['bullmq']],
  ['6.6.9', '8.19.9', 'bullmq ^6.7 (6.6.9 is installed) and pg ^8.20 (8.19.9 is installed)', ['bullmq', 'pg']],
  ['7.0.0', '9.0.0-rc.1', 'bullmq ^6.7 (7.0.0 is installed) and pg ^8.20 (9.0.0-rc.1 is installed)', ['bullmq', 'pg']],
])('bullmq %s and pg %s are refused with the command that helps', (bullmq, pg, needs, wanted) => {
  const command = wanted.map((name) => ` ${name}@${tested[name]}`).join('');
  const problem = explainUnusablePackages({ bullmq, pg });
  expect(problem).toContain(`a cluster needs ${needs}: `);
  expect(problem).toMatch(new RegExp(`: npm install( --global)?${command}(\\. If this project|$)`));
});
