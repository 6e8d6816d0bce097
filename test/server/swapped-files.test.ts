/** Somebody who can write in the folder swaps a ledger for a link, just after the server has read the folder. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { request } from './request.js';
import { startServer } from './served.js';

const pathOf = temporaryFolder();
let swap = () => {};

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  async function readdir(...args: Parameters<typeof real.readdir>) {
    const entries = await real.readdir(...args);
    swap();
    return entries;
  }
  return { ...real, readdir };
});

test.runIf(has('posix'))('a link that takes the place of a ledger is neither listed nor sent', async () => {
  const ledger = ledgerText(planBitmask(6, 2), []);
  writeFileSync(pathOf('secret'), ledger);
  const { address } = await startServer(pathOf('.'));
  swap = () => {
    rmSync(pathOf('x.ledger'), { force: true });
    symlinkSync('secret', pathOf('x.ledger'));
  };
  for (const path of ['/ledgers/x.ledger', '/ledgers/']) {
    rmSync(pathOf('x.ledger'), { force: true });
    writeFileSync(pathOf('x.ledger'), ledger);
    const { body } = await request(address, path);
    expect(body).not.toContain(path.endsWith('/') ? 'x.ledger' : ledger);
  }
});
