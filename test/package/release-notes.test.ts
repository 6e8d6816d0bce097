import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const notes = (...args: string[]) => execa(process.execPath, ['scripts/release-notes.mjs', ...args], { reject: false });

test('the notes of a release are its section in CHANGELOG.md, without the heading and the other releases', async () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const versions = Array.from(changelog.matchAll(/^## (\d\S+)/gm), ([, version = '']) => version);
  expect(versions).toEqual(expect.arrayContaining(['0.1.0', '0.2.0']));
  for (const version of versions) {
    const { stdout, exitCode } = await notes(version);
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/^## /m);
    expect(changelog).toMatch(new RegExp(`^## ${version}\\b`, 'm'));
    const [, section = ''] = changelog.split(new RegExp(`^## ${version}\\b.*$`, 'm'));
    expect(section.trim().startsWith(stdout)).toBe(true);
    expect(stdout).toContain('\n');
  }
});

test.each([['9.9.9'], ['0'], ['']])('a release without a section (%j) is refused', async (version) => {
  expect(await notes(version)).toMatchObject({
    stdout: '',
    exitCode: 1,
    stderr: expect.stringMatching(/^CHANGELOG\.md has no section/),
  });
});
