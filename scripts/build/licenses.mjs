import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes to the file `out` the licenses of all packages that the files in `files` belong to. */
export function writeLicenses(files, out) {
  const folders = files
    .map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(file.replaceAll('\\', '/'))?.[0])
    .filter((folder) => folder !== undefined);
  const licenses = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} contains no license file`);
    return `${name} ${version}\n\n${readFileSync(folder + file, 'utf8').trim()}\n`;
  });
  if (licenses.length === 0) throw new Error(`${out} would be empty, because no module path names a package`);
  // The same version of a package may be installed in several folders, so the texts are deduplicated.
  writeFileSync(out, [...new Set(licenses)].join(`\n${'-'.repeat(80)}\n\n`));
}
