import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM } from './program.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** A command as the README shows it, and the output shown below it. */
interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of all `console` blocks: lines that begin with `$ `, each with its output up to the next one. */
function shownCommands(markdown: string): Shown[] {
  const blocks = [...markdown.matchAll(/^```console\n(?<text>.*?)^```$/gms)].map(({ groups }) => groups?.text ?? '');
  return blocks.flatMap((text) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((shown) => {
        const [command = '', ...output] = shown.split('\n');
        return { command, output: output.join('\n') };
      }),
  );
}

/** What differs from run to run and from machine to machine; everything else must be as shown. */
const MASKS: readonly (readonly [what: string, pattern: RegExp, mask: string])[] = [
  ['a time', /\b\d+(?:\.\d+)?(?:µs|ms|s|m|h|d)(?: \d+[smhd])?(?![\w])/g, '<time>'],
  ['a time as a multiple of another, the cell after it', /(?<=<time> │ )\s*~?[\d,.]+ │$/gm, '<ratio> │'],
  ['the processor and Node.js', /(?<= threads? of ).+, Node\.js v[\d.]+$/gm, '<processor>, Node.js <version>'],
];

/** Masks an output. Tables with times are as wide as these: there, runs of spaces and of lines count as one. */
function masked(output: string): string {
  const text = output.replaceAll(/ {2,}(?=~?[\d.]+(?:µs|ms|s)\b)/g, ' ');
  const hidden = MASKS.reduce((shown, [, pattern, mask]) => shown.replaceAll(pattern, mask), text);
  const isTimed = /<time>.*│/.test(hidden);
  return isTimed ? hidden.replaceAll(/ +/g, ' ').replaceAll(/─+/g, '─') : hidden;
}

describe('README.md shows what the program does', () => {
  const commands = shownCommands(README);
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-readme-'));

  beforeAll(() => {
    symlinkSync(PROGRAM, join(folder, 'queens-par'));
    writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 }); // the checkout has it already
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every command in it is among those that run here', () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(commands).toHaveLength([...README.matchAll(/^\s*\$ /gm)].length);
  });

  test.each(commands)('$command', async ({ command, output }) => {
    const { all } = await execa('bash', ['-c', command], {
      all: true,
      reject: false,
      stdin: 'ignore',
      stripFinalNewline: false,
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}`, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined },
    });
    expect(masked(all)).toBe(masked(output));
  });
});
