import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainUnsupportedNode } from '../../../src/node/package/node-version.js';

test.each(['20.19.0', '20.20.2', '21.0.0', '22.23.3', '26.10.0', '100.1.0-nightly2030'])(
  'Node.js %s is accepted',
  (version) => {
    expect(explainUnsupportedNode(version)).toBe(undefined);
  },
);

test.each(['20.18.3', '20.11.1', '18.20.8', '0.12.18'])('Node.js %s is refused in one line', (version) => {
  const least = /^>=(.*)$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node)?.[1];
  expect(explainUnsupportedNode(version)).toBe(`queens-par needs Node.js ${least} or newer; this is v${version}`);
});
