import { readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../src/ledger/read.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';

const path = temporaryFolder();
const page = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8');

/** The text between ```language and ```. */
function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
}

describe('docs/format.md', () => {
  test('shows a file that the program reads', () => {
    const { plan, ledger } = loadLedger(Buffer.from(block('')), 'the example');
    expect(plan).toEqual(planBitmask(4, 2));
    expect([...ledger.finished()]).toHaveLength(3);
  });

  test('brings a reader that reads what the program writes, and finds damage', async () => {
    writeFileSync(path('reader.mjs'), block('js'));
    const plan = planBitmask(9, 2);
    const text = ledgerText(plan, countedInTurn(plan));
    async function read(text: string) {
      writeFileSync(path('file'), text);
      return execa(process.execPath, [path('reader.mjs'), path('file')], { reject: false });
    }
    expect(await read(text)).toMatchObject({ stdout: 'n = 9: 28 of 28 subproblems are finished', exitCode: 0 });
    expect(await read(text.slice(0, -3))).toMatchObject({ stdout: 'n = 9: 27 of 28 subproblems are finished' });
    expect((await read(text.replace('\n0.3 1 ', '\n0.3 7 '))).stderr).toContain('line 3 is damaged');
  });
});
