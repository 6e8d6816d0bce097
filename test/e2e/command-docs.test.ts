import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands.js';
import { flagOf } from '../../src/cli/names.js';

const MAN_PAGE = fileURLToPath(new URL('../../man/queens-par.1', import.meta.url));

test('docs/commands.md, docs/json.md and the manual page say what the program says', async () => {
  const script = fileURLToPath(new URL('../../scripts/write-command-docs.mjs', import.meta.url));
  const { stdout, stderr, exitCode } = await execa(process.execPath, [script, '--check'], {
    reject: false,
    env: { QUEENS_PAR_THREADS: '7', LANG: 'de_DE.UTF-8' }, // the reader's environment does not enter the pages
  });
  expect(stdout.split('\n')).toEqual([
    'docs/commands.md is up to date',
    'docs/json.md is up to date',
    'man/queens-par.1 is up to date',
  ]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('the manual page has every command and every option of it', () => {
  const page = readFileSync(MAN_PAGE, 'utf8').replaceAll('\\-', '-');
  const described: Record<string, Pick<Command, 'positionals' | 'options'>> = commands;
  expect(Object.keys(described).length).toBeGreaterThan(20);
  for (const [name, { options, positionals }] of Object.entries(described)) {
    const [section = ''] = (page.split(`.SS ${name}\n`)[1] ?? '').split(/\n\.S[SH] /);
    for (const option of Object.keys(options)) expect(section, name).toContain(flagOf(option));
    for (const word of Object.keys(positionals)) expect(section, name).toMatch(new RegExp(`^\\.B ${word}$`, 'm'));
  }
});

/** Formatters of manual pages, with what has each complain about all it does not like. */
const FORMATTERS = [
  ['groff', '-man', '-ww', '-z', '-Tutf8'],
  ['mandoc', '-T', 'lint', '-W', 'warning'],
] as const;

test('the manual page is set without a warning, by every formatter there is on this machine', async () => {
  for (const [formatter, ...options] of FORMATTERS) {
    const { stdout, stderr, failed, code } = await execa(formatter, [...options, MAN_PAGE], { reject: false });
    if (code === 'ENOENT') continue;
    expect({ formatter, stderr, failed }).toEqual({ formatter, stderr: '', failed: false });
    expect(stdout).not.toMatch(/warning/i);
  }
});
