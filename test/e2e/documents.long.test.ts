import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';
import { PROGRAM } from './program.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Documents with commands. Each document has its own folder, where its commands are run. */
const DOCUMENTS = [
  'README.md',
  'docs/counting.md',
  'docs/long-counts.md',
  'docs/articles.md',
  'docs/solvers.md',
  'docs/library.md',
  'docs/page.md',
  'docs/verification.md',
];

/** A command in a document, with the output below it. */
interface Example {
  readonly command: string;
  readonly output: string;
}

/** Returns a document's code blocks in a language. */
function blocks(document: string, language: string): string[] {
  return [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

/** Returns the commands of a transcript, which begin with `$ `, each with its output. */
function shownCommands(transcript: string): Example[] {
  return transcript
    .split(/^\$ /m)
    .slice(1)
    .map((shown) => {
      const [command = '', ...output] = shown.split('\n');
      return { command, output: output.join('\n') };
    });
}

/** Patterns of output that varies with the machine or the time. All other output must equal the document. */
const MASKS: readonly (readonly [what: string, pattern: RegExp, mask: string])[] = [
  [
    'the times of a busy machine',
    /^busy .*\n( {8}about .*\n)*|^(This (?:count|audit) will|Right now, other programs) take .*\n/gm,
    '',
  ],
  ['a time', /\b(?:\d+(?:\.\d+)?(?:µs|ms|s)|\d+[mhd](?: \d+[smh])?)(?!\w)/g, '<time>'],
  ['a time of day', /(?<=last result |ends about )(?:[\d-]+ )?\d\d:\d\d/g, '<clock>'],
  ['a ratio of two times, in the column after a time', /(?<=<time> +)~?[\d,.]+[MB]?$/gm, '<ratio>'],
  ['seconds at the end of a CSV record', /(?<=^\d+,\w+,\S+,)[\d.]+$/gm, '<seconds>'],
  ['the processor and Node.js', /(?<= threads? of ).+, Node\.js v[\d.]+$/gm, '<processor>, Node.js <version>'],
  ['the threads of the machine', /\bon \d+(?: of \d+)? threads?\b/g, 'on <threads>'],
  ['the finished subproblems of an interrupted count', /\d+(?= of \d+ subproblems counted)/g, '<some>'],
  ['a free port', /(?<=http:\/\/127\.0\.0\.1:)\d+/g, '<port>'],
  ['a random seed', /\(seed \d{4,}\)/g, '(seed <random>)'],
];

/** Masks the varying parts of an output. Column widths depend on times, so tables keep one space between columns. */
function masked(output: string): string {
  const text = output.replaceAll(/ {2,}(?=~?[\d.]+(?:µs|ms|s)\b)/g, ' ');
  const hidden = MASKS.reduce((shown, [, pattern, mask]) => shown.replaceAll(pattern, mask), text);
  const isTimed = /<time>/.test(hidden) && /^-+ {2}/m.test(hidden);
  return isTimed ? hidden.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-') : hidden;
}

/** Puts the program and the files that documents use into a folder. */
function fillFolder(folder: string): void {
  symlinkSync(PROGRAM, join(folder, 'queens-par'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/queens-par'));
  symlinkSync(join(ROOT, 'docs'), join(folder, 'docs'));
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 }); // npx would install the package
}

function start(folder: string, command: string) {
  const PATH = `${folder}:${process.env.PATH}`;
  const env = { PATH, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined };
  const options = { all: true, reject: false, stdin: 'ignore', stripFinalNewline: false, cwd: folder, env } as const;
  const onAnyPort = command.replace(/\bserve\b/, 'serve --port 0');
  return execa('bash', ['-c', onAnyPort], options);
}

/**
 * Runs a command and returns its output. If the document shows `^C`, interrupts the command after the lines before
 * `^C` are printed and, with --checkpoint, after some subproblems are saved.
 */
async function run(folder: string, { command, output }: Example): Promise<string> {
  const [before = '', after] = output.split(/^\^C\n/m);
  if (after === undefined) return (await start(folder, command)).all;
  const [, file] = /--checkpoint (\S+)/.exec(command) ?? [];
  const running = start(folder, `exec ${command}`);
  let printed = '';
  running.all.on('data', (text) => {
    printed += text;
  });
  while (linesIn(printed) < linesIn(before) || (file && linesIn(readIfExists(join(folder, file))) < 5)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const printedBefore = printed;
  running.kill('SIGINT');
  return `${printedBefore}^C\n${(await running).all.slice(printedBefore.length)}`;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function readIfExists(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe.each(DOCUMENTS)('%s', (name) => {
  const document = readFileSync(join(ROOT, name), 'utf8');
  const transcripts = blocks(document, 'console').flatMap(shownCommands);
  const examples = blocks(document, 'sh').flatMap((text) => text.match(/^(?:queens-par|node) .*$/gm) ?? []);
  const programs = blocks(document, 'js');

  const folder = temporaryFolder()('');
  fillFolder(folder);

  test('every command in the document has a test below', () => {
    expect(transcripts.length + examples.length + programs.length).toBeGreaterThan(0);
    expect(transcripts).toHaveLength([...document.matchAll(/^\s*[$%] /gm)].length);
  });

  // In the order of the document, because a command can need the file of an earlier command.
  test.each(transcripts)('$command prints the output in the document', async (shown) => {
    expect(masked(await run(folder, shown))).toBe(masked(shown.output));
  });

  test.each(examples)('%s exits with 0', async (command) => {
    expect(await start(folder, command)).toMatchObject({ exitCode: 0 });
  });

  test.each(programs)('the library example counts and lists solutions', async (program) => {
    writeFileSync(join(folder, 'example.mjs'), program);
    const { all } = await start(folder, `"${process.execPath}" example.mjs`);
    expect(all).toMatch(/^14772512n [\d.]+\n1 3 5 0 2 4\n2 5 1 4 0 3\n3 0 4 1 5 2\n4 2 0 5 3 1\n$/);
  });
});
