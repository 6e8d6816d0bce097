// Draws docs/terminal.svg, the picture in the README, from what the program shows on a terminal: `npm run picture`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawTerminal } from './draw.mjs';
import { record } from './record.mjs';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../docs/terminal.svg', import.meta.url));

const SIZE = { columns: 92, rows: 24 };

const commands = ['queens-par 18 --threads 2', 'queens-par solve 8 --format unicode --limit 1 --quiet'].map(
  (shown) => ({
    shown,
    program: process.execPath,
    args: [PROGRAM, ...shown.split(' ').slice(1)],
  }),
);

const frames = await record(commands, SIZE);
const title = 'A terminal: queens-par 18 counts 666,090,624 solutions; queens-par solve 8 draws one of 8 queens';
writeFileSync(PICTURE, drawTerminal(frames, { ...SIZE, title }));
