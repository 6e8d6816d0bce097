/** Lists and sends the ledger files in a folder. Other programs may change it, so each file is opened only once. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { LEDGER_BEGINNING, type ListedLedger } from '../core/results/header.js';
import { codeOf } from '../node/errors/system.js';

/** Flags that refuse symbolic links, which can lead out of the folder, and do not wait for a pipe's writer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const MAX_LISTED = 200;

/** A ledger file that is open for reading, with the size and time that it had when it was opened. */
interface ServedLedger extends ListedLedger {
  readonly handle: FileHandle;
}

/** Maximum number of files that listing opens at once, because the system limits a process's open files. */
const OPEN_AT_ONCE = 8;

/**
 * Lists the newest ledgers in a folder, newest first. Other files, links, and subfolders are left out.
 *
 * @throws the system's error if this process or the system has too many open files.
 */
export async function listLedgers(folder: string): Promise<readonly ListedLedger[]> {
  const names = (await listFiles(folder)).values();
  const ledgers: ListedLedger[] = [];
  async function describeLedgers(): Promise<void> {
    for (const name of names) {
      const ledger = await openRegularFile(folder, name);
      await ledger?.handle.close();
      if (ledger) ledgers.push({ name, size: ledger.size, changed: ledger.changed });
    }
  }
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, describeLedgers));
  return ledgers.sort((a, b) => b.changed - a.changed).slice(0, MAX_LISTED);
}

/**
 * Opens a ledger in a folder. The caller closes it.
 *
 * @returns undefined if the folder contains no such ledger.
 * @throws the system's error if this process or the system has too many open files.
 */
export async function openServedLedger(folder: string, name: string): Promise<ServedLedger | undefined> {
  // A name that is not listed in the folder might lead out of it.
  return (await listFiles(folder)).includes(name) ? openRegularFile(folder, name) : undefined;
}

/** Lists the names of the regular files in a folder; none if the folder is gone. */
async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    return ignoreUnlessShort(error, []);
  }
}

/** Opens a file. @returns undefined if it is not a ledger, cannot be read, or is gone. */
async function openRegularFile(folder: string, name: string): Promise<ServedLedger | undefined> {
  const handle = await open(join(folder, name), FLAGS).catch((error) => ignoreUnlessShort(error, undefined));
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    const beginning = Buffer.alloc(LEDGER_BEGINNING.length);
    if (stats.isFile()) await handle.read(beginning, { position: 0 });
    if (beginning.toString() === LEDGER_BEGINNING)
      return { name, handle, size: stats.size, changed: Math.round(stats.mtimeMs) };
  } catch {} // the disk failed
  await handle.close();
  return undefined;
}

/** Returns whether an error means that this process or the system has too many open files at the moment. */
export function isOutOfFileDescriptors(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');
}

function ignoreUnlessShort<T>(error: unknown, instead: T): T {
  if (isOutOfFileDescriptors(error)) throw error;
  return instead;
}

const CHUNK = 2 ** 16;

/**
 * Sends an open ledger, or the requested range of its bytes, and closes the file. Bytes that were added after the file
 * was opened are not sent. Whatever the file contains, browsers do not show it as a page, because its type is fixed and
 * it is sent as a download.
 */
export async function sendLedger(
  c: Context<{ Bindings: HttpBindings }>,
  { handle, size, changed }: ServedLedger,
): Promise<Response> {
  c.header('Content-Type', 'application/octet-stream');
  c.header('Content-Disposition', 'attachment');
  c.header('Cache-Control', 'no-store');
  c.header('Last-Modified', new Date(changed).toUTCString());
  c.header('Accept-Ranges', 'bytes');
  const asked = c.req.header('range');
  const range = asked === undefined ? undefined : parseByteRange(asked, size);
  const { start, end } = range ?? { start: 0, end: size };
  const isOutside = start >= end;
  if (range) c.header('Content-Range', `bytes ${isOutside ? '*' : `${start}-${end - 1}`}/${size}`);
  if (!isOutside) c.header('Content-Length', String(end - start));
  const status = range ? (isOutside ? 416 : 206) : 200;
  if (!isOutside && c.req.method !== 'HEAD') return c.body(streamBytes(handle, start, end, c.env.outgoing), status);
  await handle.close();
  return c.body(null, status);
}

/**
 * Parses a Range header (RFC 9110, section 14) with one range.
 *
 * @returns the part of the range within the file, excluding `end`; it is empty if the range starts beyond the file.
 *   Returns undefined for other headers, which a server may ignore.
 */
function parseByteRange(header: string, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return { start: Math.max(size - Number(last), 0), end: size }; // the last bytes
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/**
 * Streams a range of a file, then closes the file. If the file has become shorter, or the disk fails, the connection is
 * destroyed, because the client was promised more bytes.
 */
function streamBytes(
  handle: FileHandle,
  start: number,
  end: number,
  connection: Pick<HttpBindings['outgoing'], 'destroy'>,
): ReadableStream {
  let offset = start;
  return new ReadableStream({
    async pull(controller) {
      const bytes = Buffer.alloc(Math.min(CHUNK, end - offset));
      const { bytesRead } = await handle.read(bytes, { position: offset }).catch(() => ({ bytesRead: 0 }));
      if (bytesRead === 0) return void connection.destroy(); // cancels this stream
      offset += bytesRead;
      controller.enqueue(bytes.subarray(0, bytesRead));
      if (offset < end) return;
      controller.close();
      await handle.close();
    },
    cancel: () => handle.close(),
  });
}
