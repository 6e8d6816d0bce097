import { expect, test } from 'vitest';
import { explainMissingPackage } from '../../../src/node/package/package.js';

const missing = (message: string) => Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });

test.each([
  [
    missing("Cannot find module 'pg'\nRequire stack:\n- /x/a.cjs"),
    /^a cluster needs two more packages: npm install .*/,
  ],
  [missing("Cannot find package 'bullmq' imported from /x/a.js"), /^a cluster needs two more packages/],
  [missing("queens-par tried to access pg (a peer dependency) but it isn't provided"), /^a cluster needs two more/],
  [missing('Your application tried to access bullmq, but it is not declared'), /^a cluster needs two more packages/],
  [missing("Cannot find module 'pgsomething'"), /^Cannot find module/],
  [new Error('no space left'), /^no space left$/],
])('%s is explained in one line if a package of a cluster is missing, and is unchanged otherwise', (error, message) => {
  expect(() => {
    throw explainMissingPackage(error);
  }).toThrow(message);
});
