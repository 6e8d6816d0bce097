// Who is measured: this program in its variants, the baselines that can be compiled here, and guests.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Who counts: a name, what it is, the command for n queens, and whether an output has the right count in it.
 *
 * @typedef {{
 *   name: string,
 *   about: string,
 *   isOurs?: boolean,
 *   command: (n: number) => string[],
 *   accepts: (output: string, count: bigint) => boolean,
 * }} Entrant
 */

export const ALL_THREADS = availableParallelism();

const CLI = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

function isNumber(output, count) {
  return output === String(count);
}

/** A guest may print words beside the number, and commas in it. */
function hasNumber(output, count) {
  return (output.replaceAll(/(?<=\d)[,_'](?=\d{3})/g, '').match(/\d+/g) ?? []).includes(String(count));
}

/** This program, as a user calls it. */
export function queensPar(threads, algorithm = 'auto') {
  const flags = ['--threads', String(threads), '--algorithm', algorithm, '--quiet'];
  return {
    name: `queens-par${algorithm === 'auto' ? '' : ` ${algorithm}`}, ${threads === 1 ? '1 thread' : `${threads} threads`}`,
    about: algorithm === 'auto' ? 'as a user calls it' : 'backtracking in WebAssembly, halved by mirror symmetry',
    isOurs: true,
    command: (n) => [process.execPath, CLI, String(n), ...flags],
    accepts: isNumber,
  };
}

/** The C compiler of this machine, if there is one. */
export function cCompiler() {
  return ['gcc', 'clang', 'cc'].find((name) => exists(name, '--version'));
}

function exists(program, flag) {
  return spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;
}

/**
 * The textbook's search in C, Java and JavaScript. Each halves its work by mirror symmetry and runs on one thread.
 *
 * @returns those that run here, and why others do not.
 */
export function baselines(folder) {
  const entrants = [];
  const absent = [];
  const about = 'textbook bitmask search, halved by mirror symmetry, one thread';
  const compiler = cCompiler();
  if (compiler) {
    const program = join(folder, 'textbook');
    execFileSync(compiler, ['-O3', '-march=native', '-o', program, join(HERE, 'textbook.c')]);
    const name = `C (${compiler} -O3)`;
    entrants.push({ name, about, command: (n) => [program, String(n)], accepts: isNumber });
  } else {
    absent.push('C: no gcc, clang or cc');
  }
  if (exists('javac', '-version') && exists('java', '-version')) {
    const classes = join(folder, 'java');
    mkdirSync(classes);
    execFileSync('javac', ['-d', classes, join(HERE, 'Textbook.java')]);
    const command = (n) => ['java', '-cp', classes, 'Textbook', String(n)];
    entrants.push({ name: 'Java', about, command, accepts: isNumber });
  } else {
    absent.push('Java: no javac, or no java');
  }
  const command = (n) => [process.execPath, join(HERE, 'textbook.mjs'), String(n)];
  entrants.push({ name: 'JavaScript', about, command, accepts: isNumber });
  return { entrants, absent };
}

/** Another program: a shell command in which {n} stands for the board size. */
export function guest(template) {
  if (!template.includes('{n}')) throw new Error(`--versus must have {n} for the board size: ${template}`);
  const command = (n) => ['sh', '-c', template.replaceAll('{n}', String(n))];
  return { name: template, about: 'as its authors made it', command, accepts: hasNumber };
}
