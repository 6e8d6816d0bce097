import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { temporaryFolder } from '../node/ledger/folder.js';

const path = temporaryFolder();

/** The folder docs, with a slash at the end. */
export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Writes a ledger with this text. @returns its path. */
export function writeLedger(text: string): string {
  const file = path('file.ledger');
  writeFileSync(file, text);
  return file;
}

/** Runs a program of the folder docs. */
export function runDocsProgram(program: string, ...args: readonly string[]) {
  return execa(process.execPath, [DOCS + program, ...args], { reject: false });
}
