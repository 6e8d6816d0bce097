import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/options/commands.js';
import { type Command, flagOf } from '../../src/cli/options/option.js';
import { has } from '../machine.js';

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

// With the options that enable all warnings.
for (const [formatter, ...options] of [
  ['groff', '-man', '-ww', '-z', '-Tutf8'],
  ['mandoc', '-T', 'lint', '-W', 'warning'],
] as const) {
  test.runIf(has(formatter))(`${formatter} formats the manual page without a warning`, async () => {
    const { stdout, stderr, failed } = await execa(formatter, [...options, MAN_PAGE], { reject: false });
    expect({ stderr, failed }).toEqual({ stderr: '', failed: false });
    expect(stdout).not.toMatch(/warning/i);
  });
}
