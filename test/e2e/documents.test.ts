import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM } from './program.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The documents. The commands of each run in a folder of their own. */
const DOCUMENTS = ['README.md', 'docs/counting.md', 'docs/long-counts.md', 'docs/solvers.md', 'docs/library.md'];

/** A command that a document shows, and the output below it. */
interface Shown {
  readonly command: string;
  readonly output: string;
}

/** Returns the texts of all blocks of a document in a language. */
function blocks(document: string, language: string): string[] {
  return [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

/** Finds the lines that begin with `$ `, each with the output up to the next one. */
function shownCommands(transcript: string): Shown[] {
  return transcript
    .split(/^\$ /m)
    .slice(1)
    .map((shown) => {
      const [command = '', ...output] = shown.split('\n');
      return { command, output: output.join('\n') };
    });
}

/** Returns the last frame of the README's picture as text. */
function pictured(): string {
  const svg = readFileSync(join(ROOT, 'docs/terminal.svg'), 'utf8');
  const [last = ''] = /(?<=<g class="frame last").*?(?=<\/g>)/s.exec(svg) ?? [];
  const lines = [...last.matchAll(/<text .*?<\/text>/g)].map(([line]) =>
    [...line.matchAll(/<tspan[^>]*>([^<]*)/g)].map(([, text]) => text).join(''),
  );
  return `${lines.join('\n')}\n`;
}

/** Patterns of output that differs between runs and machines. Everything else must be as shown. */
const MASKS: readonly (readonly [what: string, pattern: RegExp, mask: string])[] = [
  ['a time', /\b(?:\d+(?:\.\d+)?(?:µs|ms|s)|\d+[mhd](?: \d+[smh])?)(?!\w)/g, '<time>'],
  ['a time as a multiple of another, the column after it', /(?<=<time> +)~?[\d,.]+$/gm, '<ratio>'],
  ['seconds at the end of a CSV record', /(?<=^\d+,\w+,\S+,)[\d.]+$/gm, '<seconds>'],
  ['the processor and Node.js', /(?<= threads? of ).+, Node\.js v[\d.]+$/gm, '<processor>, Node.js <version>'],
  ['the threads of the machine', /\bon \d+ threads?\b/g, 'on <threads>'],
  ['how far it got before it was interrupted', /\d+(?= of \d+ subproblems (?:counted|from before))/g, '<some>'],
  ['how much of it that was', /\(\d+ %\)/g, '(<part>)'],
  ['a port that was free', /(?<=http:\/\/127\.0\.0\.1:)\d+/g, '<port>'],
  ['a seed that was drawn', /\(seed \d{4,}\)/g, '(seed <drawn>)'],
];

/** Masks an output. Times change the widths of tables, so there runs of spaces count as one. */
function masked(output: string): string {
  const text = output.replaceAll(/ {2,}(?=~?[\d.]+(?:µs|ms|s)\b)/g, ' ');
  const hidden = MASKS.reduce((shown, [, pattern, mask]) => shown.replaceAll(pattern, mask), text);
  const isTimed = /<time>/.test(hidden) && /^-+ {2}/m.test(hidden);
  return isTimed ? hidden.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-') : hidden;
}

/** Makes a folder with the program and the files that documents use. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-documents-'));
  symlinkSync(PROGRAM, join(folder, 'queens-par'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/queens-par'));
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 }); // the checkout has it already
  return folder;
}

function start(folder: string, command: string) {
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    NODE_OPTIONS: undefined,
  };
  const options = { all: true, reject: false, stdin: 'ignore', stripFinalNewline: false, cwd: folder, env } as const;
  const onAnyPort = command.replace(/\bserve\b/, 'serve --port 0');
  return execa('bash', ['-c', onAnyPort], options);
}

/**
 * Executes a command to its end. Where a document shows `^C`, the command is interrupted: after it has printed the lines
 * before that and, with a checkpoint, has saved some subproblems.
 */
async function execute(folder: string, { command, output }: Shown): Promise<string> {
  const [before = '', after] = output.split(/^\^C\n/m);
  if (after === undefined) return (await start(folder, command)).all;
  const [, file] = /--checkpoint (\S+)/.exec(command) ?? [];
  const running = start(folder, `exec ${command}`);
  let printed = '';
  running.all.on('data', (text) => {
    printed += text;
  });
  while (linesIn(printed) < linesIn(before) || (file && linesIn(textOf(join(folder, file))) < 5)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const shownBefore = printed;
  running.kill('SIGINT');
  return `${shownBefore}^C\n${(await running).all.slice(shownBefore.length)}`;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe.each(DOCUMENTS)('%s shows what the program does', (name) => {
  const document = readFileSync(join(ROOT, name), 'utf8');
  const picture = name === 'README.md' ? pictured() : '';
  const transcripts = [...blocks(document, 'console'), picture].flatMap(shownCommands);
  const examples = blocks(document, 'sh').flatMap((text) => text.match(/^queens-par .*$/gm) ?? []);
  const programs = blocks(document, 'js');

  let folder = '';
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('every command that it shows is executed here', () => {
    expect(transcripts.length + examples.length + programs.length).toBeGreaterThan(0);
    expect(transcripts).toHaveLength([...`${document}${picture}`.matchAll(/^\s*[$%] /gm)].length);
  });

  // In order, and in one folder: a later one may need the file of an earlier one.
  test.each(transcripts)('$command', async (shown) => {
    expect(masked(await execute(folder, shown))).toBe(masked(shown.output));
  });

  test.each(examples)('%s', async (command) => {
    expect(await start(folder, command)).toMatchObject({ exitCode: 0 });
  });

  test.each(programs)('the example of the library counts and lists solutions', async (program) => {
    writeFileSync(join(folder, 'example.mjs'), program);
    const { all } = await start(folder, `"${process.execPath}" example.mjs`);
    expect(all).toMatch(/^14772512n [\d.]+\n1 3 5 0 2 4\n2 5 1 4 0 3\n3 0 4 1 5 2\n4 2 0 5 3 1\n$/);
  });
});
