/** The files for operators: units, job scripts, the files of Kubernetes and of the image, and docs/cluster.md. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../src/cli/options/command-line.js';
import { commandNames } from '../../src/cli/options/commands.js';
import { classifyWords } from '../../src/cli/options/words.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { PROGRAM, queensPar } from './program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const path = temporaryFolder();

/** The program as job scripts call it. */
const QUEENS_PAR = `${process.execPath} ${PROGRAM}`;

/** Runs a script in the temporary folder. */
function run(command: readonly string[], env: Record<string, string>) {
  const [program = '', ...args] = command;
  return execa(program, args, { cwd: path(''), env: { ...env, QUEENS_PAR }, reject: false });
}

/** Checks that a folder contains the results of all parts. */
async function expectMerged(folder: string): Promise<void> {
  const parts = readdirSync(folder).filter((name) => name.endsWith('.ledger'));
  const merged = await queensPar(['merge', ...parts.map((name) => join(folder, name)), '--quiet']);
  expect(merged).toMatchObject({ stdout: '724', exitCode: 0 });
}

describe.runIf(has('posix'))('a job script counts 10 queens in parts', () => {
  test('with Slurm', async () => {
    for (const task of ['1', '2']) {
      const env = { SLURM_ARRAY_TASK_ID: task, SLURM_ARRAY_TASK_MAX: '2', SLURM_CPUS_PER_TASK: '1' };
      const script = join(root, 'scripts/jobs/slurm-array.sh');
      expect(await run(['bash', script, '10'], env)).toMatchObject({ exitCode: 0 });
    }
    await expectMerged(path('parts-10'));
  });

  test('with GNU parallel, which this test replaces with a loop', async () => {
    const loop = `#!/bin/bash
      command=\${@: -1} # the last word
      while read -r k; do eval "\${command//\\{\\}/$k}" < /dev/null; done`;
    writeFileSync(path('parallel'), loop, { mode: 0o755 });
    const env = { PATH: `${path('')}:${process.env.PATH}` };
    const script = join(root, 'scripts/jobs/gnu-parallel.sh');
    expect(await run(['bash', script, '10', '3', '--jobs', '2'], env)).toMatchObject({ stdout: '724' });
  });

  test('with Kubernetes', async () => {
    const [, lines = ''] =
      /args:\n((?: +- .*\n| {2,}\S.*\n)*?) +resources:/.exec(read('scripts/jobs/kubernetes-job.yaml')) ?? [];
    const args = lines.split(/^ +- /m).slice(1);
    expect(args.slice(0, 2).map((arg) => arg.trim())).toEqual(['/bin/sh', '-c']);
    const script = (args[2] ?? '').replaceAll(/\s+/g, ' ').replace('/parts/', `${path('pods')}/`);
    mkdirSync(path('pods'));
    for (const index of ['0', '1', '2']) {
      const env = { JOB_COMPLETION_INDEX: index, N: '10', PARTS: '3' };
      const program = script.replace('exec queens-par', `exec ${QUEENS_PAR}`);
      expect(await run(['sh', '-c', program], env)).toMatchObject({ exitCode: 0 });
    }
    await expectMerged(path('pods'));
  });
});

/** Returns the lines of each `securityContext` in a file of Kubernetes: first the pod's, then each container's. */
function securityContexts(text: string): string[][] {
  const blocks = text.matchAll(/^( +)securityContext:\n((?:\1 +\S.*\n)+)/gm);
  return [...blocks].map(([, , lines = '']) => lines.match(/\S.*/g) ?? []);
}

test.each([
  'scripts/jobs/kubernetes-job.yaml',
  'scripts/cluster/kubernetes-workers.yaml',
  'scripts/cluster/kubernetes-coordinator.yaml',
])('a namespace with the Pod Security Standard "restricted" accepts the pods of %s', (name) => {
  const text = read(name);
  const [pod, ...containers] = securityContexts(text);
  expect(pod).toEqual(expect.arrayContaining(['runAsNonRoot: true', 'seccompProfile: { type: RuntimeDefault }']));
  expect(containers).toHaveLength(text.match(/^ +image: /gm)?.length ?? 0);
  const required = ['allowPrivilegeEscalation: false', 'capabilities: { drop: [ALL] }'];
  for (const container of containers) expect(container).toEqual(expect.arrayContaining(required));
  expect(text).not.toMatch(/runAsUser: 0|host(Network|PID|IPC|Path|Port)|privileged:|\badd:/);
});

test.each(['jobs/kubernetes-job.yaml', 'cluster/kubernetes-coordinator.yaml'])('%s survives evictions', (name) => {
  const text = read(`scripts/${name}`);
  expect(text).toMatch(
    /^ {4}rules:\n(?: .*\n)* +- action: Ignore .*\n +onPodConditions: \[\{ type: DisruptionTarget, status: "True" /m,
  );
  expect(text).toMatch(/^ +restartPolicy: Never$/m); // podFailurePolicy allows no other
});

/** The command lines that start a worker or a coordinator. */
const STARTS = [
  'queens-par-worker.service',
  'queens-par-coordinator@.service',
  'kubernetes-workers.yaml',
  'kubernetes-coordinator.yaml',
];

test.each(STARTS)('the command in %s asks for the database at the place that its comments name', async (name) => {
  const text = read(`scripts/cluster/${name}`);
  const [, unit] = /^ExecStart=\/usr\/bin\/env queens-par (.*)$/m.exec(text) ?? [];
  const [, pod] = /^ +args: \[queens-par, (.*)\]/m.exec(text) ?? [];
  const words = unit?.replace('%i', '9').split(' ') ?? pod?.replaceAll('"', '').split(', ') ?? [];
  const { stderr, exitCode } = await queensPar(words);
  expect(exitCode).toBe(2);
  if (pod !== undefined) {
    expect(stderr).toMatch(/^queens-par: the database URL is missing: set QUEENS_PAR_DATABASE_URL=/);
    expect(text).toMatch(
      / name: QUEENS_PAR_DATABASE_URL\n +valueFrom:\n +secretKeyRef: \{ name: queens-par, key: url \}/,
    );
    const [, authority = 'none'] = /mountPath: (\S+),/.exec(text) ?? [];
    const workers = read('scripts/cluster/kubernetes-workers.yaml');
    expect(workers).toMatch(/create secret generic queens-par --from-literal=url=/);
    expect(workers).toContain(`sslrootcert=${authority}/ca.pem`);
    return;
  }
  const [, file] = /install -D -m 600 -o queens-par url (\S+)/.exec(text) ?? [];
  expect(stderr).toBe(`queens-par: could not read ${file}: no such file or directory`);
  expect(text).toContain(`install -m 644 ${name} `);
});

test.runIf(has('posix'))('slurm-workers.sh asks for the database at the place that its comments name', async () => {
  const script = join(root, 'scripts/cluster/slurm-workers.sh');
  const { stderr, exitCode } = await run(['bash', script], { HOME: path(''), SLURM_CPUS_PER_TASK: '1' });
  expect(stderr).toBe(`queens-par: could not read ${path('')}/.queens-par-url: no such file or directory`);
  expect(exitCode).toBe(2);
  expect(read('scripts/cluster/slurm-workers.sh')).toContain('install -m 600 url ~/.queens-par-url ');
});

test('every file of the project that the files for operators name exists', () => {
  for (const folder of ['scripts/cluster', 'scripts/jobs']) {
    for (const name of readdirSync(join(root, folder))) {
      const named =
        read(`${folder}/${name}`).match(/\b(?:scripts\/\w+\/)?[\w@-]+(?:\.(?:yaml|service|sh)|file(?=[ .]))\b/g) ?? [];
      for (const file of named.filter((one) => /^[a-zC]/.test(one) && !one.endsWith('-file'))) {
        const places = [file, `${folder}/${file}`, `scripts/jobs/${file}`];
        expect(
          places.some((place) => existsSync(join(root, place))),
          `${name} names ${file}`,
        ).toBe(true);
      }
    }
  }
});

test('the image gets all files of the package', () => {
  const copied = [...read('scripts/cluster/Containerfile').matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(
    ([, words = '']) => words.split(' '),
  );
  for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
  const { files }: { files: string[] } = JSON.parse(read('package.json'));
  const packed = new Set(files.map((name) => name.replace(/^!|\/.*/g, '')).filter((name) => name !== 'dist'));
  expect(copied).toEqual(expect.arrayContaining([...packed, 'src', 'workers', 'LICENSE', 'README.md']));
});

test.runIf(has('jq'))('the command for a monitor prints a line as Prometheus expects it', async () => {
  const [, command = ''] =
    /^```bash\n(queens-par status .*?) > queens-par\.prom\n```$/ms.exec(read('docs/long-counts.md')) ?? [];
  const script = command.replace('queens-par', QUEENS_PAR).replace('24.ledger', join(root, 'docs/ledgers/18.ledger'));
  const { stdout } = await run(['bash', '-c', script], {});
  expect(stdout).toMatch(/^queens_par_fraction\{source="\S+18\.ledger"\} 1$/);
});

test('every command in docs/cluster.md is one of the program, with its options', () => {
  const text = read('docs/cluster.md');
  const lines = [...text.matchAll(/(?:^|`|\$ |'exec |'nohup )queens-par ([^`'>\n]*)/gm)].map(([, words = '']) => words);
  expect(lines.length).toBeGreaterThan(6);
  for (const line of lines.filter((words) => words.trim() !== 'cluster')) {
    expect(() => parseLine(classifyWords(line.trim().split(/ +/)), {}), line).not.toThrow();
  }
  const named = [...text.matchAll(/`(cluster \w+)/g)].map(([, name]) => name);
  expect(commandNames).toEqual(expect.arrayContaining(named));
});
