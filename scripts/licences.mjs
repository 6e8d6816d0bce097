import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes the licences of the packages that bundled files come from. */
export function writeLicences(files, out) {
  const folders = files
    .map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  const licences = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} has no licence file to pass on`);
    return `${name} ${version}\n\n${readFileSync(folder + file, 'utf8').trim()}\n`;
  });
  // One version may be installed in several folders.
  writeFileSync(out, [...new Set(licences)].join(`\n${'-'.repeat(80)}\n\n`));
}
