// Reads a ledger file and checks every line. Needs Node.js 20.15 or later, and no other file. format.md describes the
// format.
//
//     node read.mjs FILE
import { readFileSync, realpathSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Returns the object in the first line of a ledger file, and the counts by id. Throws an error if a line is wrong. */
export function readLedger(file) {
  const [first, ...lines] = readFileSync(file, 'latin1').split(/(?<=\n)/);
  if (!first?.endsWith('\n')) throw new Error('the file is empty, or its first line is torn: it holds nothing');
  const header = readHeader(unseal(first));
  const isId = idPattern(header);
  const counts = new Map();
  for (const [index, line] of lines.entries()) {
    const text = unseal(line, header.planHash);
    if (text === undefined && index === lines.length - 1) break; // the last line is torn
    const [, id, count, work] =
      /^([!-~]{1,100}) (0|[1-9]\d*) (0|[1-9]\d*) \d{1,12}\.\d{3} (?:0|[1-9]\d{0,14})$/.exec(text ?? '') ?? [];
    const isEntry = id !== undefined && Number.isSafeInteger(Number(count)) && Number.isSafeInteger(Number(work));
    if (!isEntry) throw new Error(`line ${index + 2} is damaged`);
    if (!isId.test(id)) throw new Error(`line ${index + 2}: ${id} is not the id of a subproblem`);
    if (counts.has(id) && counts.get(id) !== Number(count)) throw new Error(`${id} has two different counts`);
    counts.set(id, Number(count));
  }
  if (counts.size > header.subproblems) throw new Error(`${counts.size} ids, but ${header.subproblems} subproblems`);
  return { header, counts };
}

/** Returns the text of a line without its checksum; undefined if the checksum is wrong. */
function unseal(line, before = '') {
  const [, text, checksum] = /^(.*) ([0-9a-f]{8})\n$/s.exec(line) ?? [];
  return checksum && crc32(before + text) === Number.parseInt(checksum, 16) ? text : undefined;
}

/** For each field of the first line, a function that returns whether a value is possible. */
const FIELDS = {
  schema: (value) => value === 'queens-par/ledger/3',
  algorithm: (value) => value === 'bitmask' || value === 'meet',
  n: (value, { algorithm }) => (algorithm === 'meet' ? isWhole(value, 5, 28) : isWhole(value, 0, 32)),
  options: (value, { algorithm, n }) => {
    const [name, most] = algorithm === 'meet' ? ['splitColumns', Math.min(n, 8)] : ['depth', Number.MAX_SAFE_INTEGER];
    return Object.keys(value ?? {}).join() === name && isWhole(value[name], 0, most);
  },
  planHash: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  subproblems: (value) => isWhole(value, 0, 600_000),
  part: (value) => value === undefined || (Number.isInteger(value?.m) && isWhole(value.k, 1, value.m)),
  program: (value) => typeof value === 'string' && /^[ -~]{1,100}$/.test(value),
};

function isWhole(value, least, most) {
  return Number.isInteger(value) && least <= value && value <= most;
}

/** Returns the object in the text of the first line. Throws an error if a field is missing or its value impossible. */
function readHeader(text) {
  let header;
  try {
    header = JSON.parse(text ?? 'null');
  } catch {} // no JSON
  if (!FIELDS.schema(header?.schema)) throw new Error('line 1 is damaged, or not of a ledger file');
  const wrong = Object.keys(FIELDS).find((name) => !FIELDS[name](header[name], header));
  if (wrong) throw new Error(`line 1 has no possible value for ${wrong}`);
  return header;
}

/** Returns the form of ids: integers without leading zeros, so that no subproblem has two ids. */
function idPattern({ n, algorithm }) {
  const numbers = String.raw`(0|[1-9]\d?)(\.(0|[1-9]\d?))*`;
  if (algorithm === 'bitmask') return new RegExp(`^(board|${numbers})$`);
  return new RegExp(`^${n}-${numbers}-${numbers}-(0|[1-9a-f][0-9a-f]*)$`);
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const [file, ...others] = process.argv.slice(2);
  try {
    if (!file || file.startsWith('-') || others.length > 0) {
      console.error('usage: node read.mjs FILE');
      process.exitCode = 2;
    } else {
      const { header, counts } = readLedger(file);
      console.log(`n = ${header.n}: ${counts.size} of ${header.subproblems} subproblems are finished`);
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = error.syscall ? 2 : 1; // 2 if the file could not be read
  }
}
