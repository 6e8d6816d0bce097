// Reads a ledger file and checks every line. Needs Node.js 20.15 or later, and no other file. format.md describes the format.
//
//     node read.mjs FILE
import { readFileSync, realpathSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Returns the object in the first line of a ledger file, and the counts by id. Throws an error if a line is damaged. */
export function readLedger(file) {
  const [first, ...lines] = readFileSync(file, 'latin1').split(/(?<=\n)/);
  if (!first?.endsWith('\n')) throw new Error('the file is empty, or its first line is torn: it holds nothing');
  const header = JSON.parse(formatStatus(first) ?? 'null');
  if (header?.schema !== 'queens-par/ledger/3') throw new Error('line 1 is damaged, or not of a ledger file');
  const counts = new Map();
  for (const [index, line] of lines.entries()) {
    const text = formatStatus(line, header.planHash);
    const [, id, count, work] =
      /^([!#-+\--~]+) (0|[1-9]\d*) (0|[1-9]\d*) (\d{1,12}\.\d{3}) (0|[1-9]\d{0,14})$/.exec(text ?? '') ?? [];
    const isEntry = id !== undefined && Number.isSafeInteger(Number(count)) && Number.isSafeInteger(Number(work));
    if (!isEntry && index < lines.length - 1) throw new Error(`line ${index + 2} is damaged`);
    if (!isEntry) break; // the last line is torn
    if (counts.has(id) && counts.get(id) !== Number(count)) throw new Error(`${id} has two different counts`);
    counts.set(id, Number(count));
  }
  return { header, counts };
}

/** Returns the text of a line without its checksum; undefined if the checksum is wrong. */
function formatStatus(line, before = '') {
  const [, text, checksum] = /^(.*) ([0-9a-f]{8})\n$/s.exec(line) ?? [];
  return checksum && crc32(before + text) === Number.parseInt(checksum, 16) ? text : undefined;
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  try {
    const { header, counts } = readLedger(process.argv[2]);
    console.log(`n = ${header.n}: ${counts.size} of ${header.subproblems} subproblems are finished`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
