// Writes docs/commands.md and man/queens-par.1 from the table that the program's help comes from, and docs/json.md from the
// schemas of its output. With --check it writes nothing, and fails if a file is not what it would write. Reads the built program: `npm run build` first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands } from '../dist/src/cli/commands.js';
import { helpOn } from '../dist/src/cli/help.js';
import { programVersion } from '../dist/workers/program-version.js';
import { jsonPage } from './json-page.mjs';
import { manPage } from './man-page.mjs';

const COLUMNS = 100;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function markdownPage() {
  const sections = Object.keys(commands).map(async (name) => {
    const help = helpOn(name.split(' '), COLUMNS);
    return `\n## ${name}\n\n\`\`\`text\n${help}\`\`\`\n`;
  });
  return `# Commands

This page shows the output of \`queens-par help <command>\`. \`npm run docs\` writes it from the table of commands in
\`src/cli/commands.ts\`, and a test fails if it is out of date.

If an option is repeated, the last one wins. \`--json=0\` and \`--json=no\` switch a flag off. Arguments after \`--\` are not
options: \`queens-par merge -- -odd-name.ledger\`.

Environment variables set the defaults of options: \`QUEENS_PAR_THREADS=8\` stands for \`--threads 8\`. Options on the command
line override them. A default that does not apply is ignored: \`QUEENS_PAR_DEPTH\` for \`meet\`, \`QUEENS_PAR_MEMORY\` for
\`bitmask\`, \`QUEENS_PAR_OUT\` without \`--part\`, a \`QUEENS_PAR_FORMAT\` that only another command knows. On the command line
each of these is an error. A variable \`QUEENS_PAR_...\` that belongs to no option gives a warning.
${(await Promise.all(sections)).join('')}`;
}

const pages = {
  'docs/commands.md': await markdownPage(),
  'docs/json.md': jsonPage(),
  'man/queens-par.1': manPage(programVersion()),
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
