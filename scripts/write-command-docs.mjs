// Writes docs/commands.md and man/queens-par.1 from the same tables that the program's help comes from. With --check it
// writes nothing, and fails if a file is not what it would write. Reads the built program: `npm run build` first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND_NAMES, commandLine } from '../dist/src/commands/command-line.js';
import { programVersion } from '../dist/workers/program-version.js';
import { manPage } from './man-page.mjs';

const COLUMNS = 100;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Options take their defaults from the environment: the pages are about those of the program.
for (const name of Object.keys(process.env)) if (name.startsWith('QUEENS_PAR_')) delete process.env[name];

/** A line of help that lists a command of a command: `  queens-par cluster work   Count for ...`. */
const SUBCOMMAND = /^ {2}queens-par (?<name>[a-z]+ [a-z]+) /gm;

/** The help of every command, and of the commands that some have, at a width, or unwrapped where there is none. */
async function helpTexts(columns) {
  const texts = {};
  async function add(name) {
    const text = await commandLine(name.split(' ')).wrap(columns).getHelp();
    texts[name] = text.replaceAll(/ +$/gm, '').trim();
    const [, list = ''] = texts[name].split('\nCommands:\n');
    for (const { groups } of list.split('\n\n')[0].matchAll(SUBCOMMAND)) await add(groups.name);
  }
  // `completion` has no options, and a paragraph of its own.
  for (const name of COMMAND_NAMES.filter((name) => name !== 'completion')) await add(name);
  return texts;
}

function markdownPage(helps) {
  const sections = Object.entries(helps).map(([name, help]) => `\n## ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`);
  return `# Commands

What \`queens-par --help\` and \`queens-par <command> --help\` print, from the same tables. This page is written by
\`npm run docs\`; a test fails when it is stale.

Every option can be set in the environment too: \`QUEENS_PAR_THREADS=8\` gives \`--threads\` its default. A flag goes
before it. A default that is of no use is left aside: \`QUEENS_PAR_DEPTH\` where \`meet\` counts, \`QUEENS_PAR_MEMORY\` where
\`bitmask\` does, a \`QUEENS_PAR_FORMAT\` that only another command knows. As a flag, each of these is an error.
A warning names a \`QUEENS_PAR_...\` that is no option at all.
${sections.join('')}
## completion

\`queens-par completion\` prints a script that has the shell complete commands, options and files: for zsh where \`$SHELL\`
says so, else for bash. \`queens-par completion >> ~/.bashrc\`, or \`~/.zshrc\`, installs it.
`;
}

const COMPLETION = `Print a script that has the shell complete commands, options and files: for zsh where $SHELL says so,
else for bash. Append it to ~/.zshrc or ~/.bashrc.`;

const pages = {
  'docs/commands.md': markdownPage(await helpTexts(COLUMNS)),
  'man/queens-par.1': manPage(programVersion(), await helpTexts(null), COMPLETION),
};

for (const [file, page] of Object.entries(pages)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(ROOT + file), { recursive: true });
    writeFileSync(ROOT + file, page);
  } else if (readFileSync(ROOT + file, 'utf8') === page) {
    console.log(`${file} is up to date`);
  } else {
    console.error(`${file} is stale: npm run docs`);
    process.exitCode = 1;
  }
}
