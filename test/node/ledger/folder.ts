import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder, and removes it after the tests in a file. @returns a function that maps names to paths in it. */
export function temporaryFolder(): (name: string) => string {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'queens-par-ledger-')); // a link on macOS
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => join(folder, name);
}
