// Writes docs/commands.md from the same tables that the program's help comes from. With --check it writes nothing, and
// fails if the file is not what it would write. Reads the built program: `npm run build` first.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLUSTER_COMMAND_NAMES } from '../dist/src/commands/cluster.js';
import { COMMAND_NAMES, commandLine } from '../dist/src/commands/command-line.js';

const FILE = fileURLToPath(new URL('../docs/commands.md', import.meta.url));
const COLUMNS = 100;

// Options take their defaults from the environment: the page is about those of the program.
for (const name of Object.keys(process.env)) if (name.startsWith('QUEENS_PAR_')) delete process.env[name];

async function help(command) {
  const text = await commandLine(command.split(' ')).wrap(COLUMNS).getHelp();
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

let page = `# Commands

What \`queens-par --help\` and \`queens-par <command> --help\` print, from the same tables. This page is written by
\`npm run docs\`; a test fails when it is stale.
`;
// yargs itself gives `completion`, and runs it where it is asked for its help.
const ofCluster = CLUSTER_COMMAND_NAMES.map((name) => `cluster ${name}`);
const commands = COMMAND_NAMES.flatMap((name) => (name === 'cluster' ? [name, ...ofCluster] : [name]));
for (const command of commands.filter((name) => name !== 'completion'))
  page += `\n## ${command}\n\n\`\`\`text\n${await help(command)}\n\`\`\`\n`;

page += `
## completion

\`queens-par completion\` prints a script that has the shell complete commands and options: for zsh where \`$SHELL\` says
so, else for bash. \`queens-par completion >> ~/.bashrc\`, or \`~/.zshrc\`, installs it.
`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, page);
} else if (readFileSync(FILE, 'utf8') === page) {
  console.log('docs/commands.md is up to date');
} else {
  console.error('docs/commands.md is stale: npm run docs');
  process.exitCode = 1;
}
