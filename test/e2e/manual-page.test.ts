import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands.js';
import { flagOf } from '../../src/cli/option.js';

const MAN_PAGE = fileURLToPath(new URL('../../dist/man/queens-par.1', import.meta.url));

test('the manual page has every command and its options, and describes a shared option once', () => {
  const page = readFileSync(MAN_PAGE, 'utf8').replaceAll('\\-', '-');
  expect(page.match(/^\.B -t, --threads <N>$/gm)).toHaveLength(1);
  const described: Record<string, Pick<Command, 'positionals' | 'options'>> = commands;
  expect(Object.keys(described).length).toBeGreaterThan(20);
  for (const [name, { options, positionals }] of Object.entries(described)) {
    const [section = ''] = (page.split(`.SS ${name}\n`)[1] ?? '').split(/\n\.S[SH] /);
    for (const option of Object.keys(options)) expect(section, name).toContain(flagOf(option));
    for (const word of Object.keys(positionals)) expect(section, name).toContain(word);
  }
});

/** Formatters of manual pages, each with the options that enable all warnings. */
const FORMATTERS = [
  ['groff', '-man', '-ww', '-z', '-Tutf8'],
  ['mandoc', '-T', 'lint', '-W', 'warning'],
] as const;

test('every installed formatter formats the manual page without a warning', async () => {
  for (const [formatter, ...options] of FORMATTERS) {
    const { stdout, stderr, failed, code } = await execa(formatter, [...options, MAN_PAGE], { reject: false });
    if (code === 'ENOENT') continue;
    expect({ formatter, stderr, failed }).toEqual({ formatter, stderr: '', failed: false });
    expect(stdout).not.toMatch(/warning/i);
  }
});
