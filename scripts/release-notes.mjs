// Prints the notes of a release, its section in CHANGELOG.md:
//
//     node scripts/release-notes.mjs 0.2.0
import { readFileSync } from 'node:fs';

const [version = ''] = process.argv.slice(2);
const sections = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8').split(/^## /m);
const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
if (!version || !section) {
  console.error(`CHANGELOG.md has no section ${version}`);
  process.exitCode = 1;
} else {
  console.log(section.slice(section.indexOf('\n')).trim());
}
