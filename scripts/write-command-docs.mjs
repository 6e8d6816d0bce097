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

What \`queens-par help <command>\` prints. This page is written by \`npm run docs\` from the table of commands in
\`src/cli/commands.ts\`; a test fails when it is stale.

The last of a repeated option wins. \`--json=0\` and \`--json=no\` switch a flag off. What comes after \`--\` is no option:
\`queens-par merge -- -odd-name.ledger\`.

Every option can be set in the environment too: \`QUEENS_PAR_THREADS=8\` gives \`--threads\` its default, and options on the
command line override it. A default that is of no use is ignored: \`QUEENS_PAR_DEPTH\` where \`meet\` counts,
\`QUEENS_PAR_MEMORY\` where \`bitmask\` does, \`QUEENS_PAR_OUT\` without \`--part\`, a \`QUEENS_PAR_FORMAT\` that only another
command knows. As an option, each of these is an error. A warning names a \`QUEENS_PAR_...\` that is no option at all.
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
