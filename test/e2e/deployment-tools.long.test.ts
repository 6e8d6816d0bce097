/** The files for operators, checked by the tools of the systems that read them. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = temporaryFolder();
const scripts = join(root, 'scripts');
const files = (ending: string) =>
  readdirSync(scripts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(scripts, name));

test.runIf(has('shellcheck'))('shellcheck finds no mistake in the shell scripts', async () => {
  const found = files('.sh');
  expect(found.length).toBeGreaterThan(3);
  expect(await execa('shellcheck', found, { reject: false })).toMatchObject({ stdout: '', exitCode: 0 });
});

test.runIf(has('systemd-analyze'))('systemd accepts the units, also with the timer for nights', async () => {
  const folder = path('units');
  mkdirSync(folder);
  for (const unit of files('.service')) cpSync(unit, join(folder, unit.replace(/.*\//, '')));
  const [, timer = '', drop = ''] =
    /^```ini\n# \S+\.timer\n(.*?)# \S+night\.conf\n(.*?)^```$/ms.exec(
      readFileSync(join(root, 'docs/cluster.md'), 'utf8'),
    ) ?? [];
  writeFileSync(join(folder, 'queens-par-worker.timer'), timer);
  mkdirSync(join(folder, 'queens-par-worker.service.d'));
  writeFileSync(join(folder, 'queens-par-worker.service.d/night.conf'), drop);
  const units = ['queens-par-worker.timer', 'queens-par-worker.service', 'queens-par-coordinator@27.service'];
  const env = { SYSTEMD_UNIT_PATH: `${folder}:` };
  const { stderr, exitCode } = await execa('systemd-analyze', ['verify', ...units], { env, reject: false });
  expect(stderr.split('\n').filter((line) => line.includes('queens-par'))).toEqual([]);
  expect(exitCode).toBe(0);
});

test.each(files('.yaml'))('the schemas of Kubernetes accept %s', async (file) => {
  const documents = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());
  expect(documents).not.toEqual([]);
  for (const { apiVersion, kind, ...fields } of documents) {
    const name = `kubernetes-models/${apiVersion}/${kind}`;
    const models = await import(/* @vite-ignore */ name);
    expect(() => new models[kind](fields).validate()).not.toThrow();
  }
});
