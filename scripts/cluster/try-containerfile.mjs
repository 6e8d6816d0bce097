// Takes the steps of the Containerfile in an empty folder instead of a container, and counts 8 queens with what comes of
// them. It takes this machine's Node.js, and knows the instructions that stand in that file.
import { execFileSync, execSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const lines = readFileSync(new URL('Containerfile', import.meta.url), 'utf8').split('\n');

const folder = mkdtempSync(join(tmpdir(), 'queens-par-container-'));
/** The root folder of each stage, by its name. */
const stages = new Map();
let root = '';
let here = '/';

/** What each instruction does, given what follows it. */
const INSTRUCTIONS = {
  FROM(words) {
    const [, name = 'last'] = words.split(' AS ');
    root = join(folder, name);
    here = '/';
    stages.set(name, root);
  },
  WORKDIR(path) {
    here = path;
    mkdirSync(join(root, here), { recursive: true });
  },
  COPY(words) {
    const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(words) ?? [];
    const sources = paths.split(' ');
    const target = join(root, here, sources.pop() ?? '');
    for (const source of sources) {
      const into = target.endsWith('/') ? join(target, basename(source)) : target;
      cpSync(join(stage ? stages.get(stage) : CHECKOUT, source), into, { recursive: true });
    }
  },
  RUN(command) {
    const env = { ...process.env, npm_config_prefix: join(root, 'usr/local') };
    execSync(command, { cwd: join(root, here), env, stdio: ['ignore', 'ignore', 'inherit'] });
  },
  USER() {},
  CMD(words) {
    const [program] = JSON.parse(words);
    const count = execFileSync(join(root, 'usr/local/bin', program), ['8', '--quiet'], { encoding: 'utf8' });
    process.stdout.write(count);
  },
};

try {
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const [, instruction = '', words] = /^(\w+) (.*)$/.exec(line) ?? [];
    INSTRUCTIONS[instruction](words);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
