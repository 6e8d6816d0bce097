import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ServedLedger } from './ledgers.js';

type LedgerContext = Context<{ Bindings: HttpBindings }>;

const CHUNK = 2 ** 16;

/**
 * Sends an open ledger, or the requested range of its bytes, and closes the file. Bytes that were added after the file
 * was opened are not sent. Whatever the file contains, browsers do not show it as a page, because its type is fixed and
 * it is sent as a download.
 */
export async function sendLedger(c: LedgerContext, { handle, size, changed }: ServedLedger): Promise<Response> {
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
 * Parses a Range header with one range (RFC 9110, section 14) into a part of the file, excluding `end`; it is empty
 * beyond the file. Returns undefined for other headers, which a server may ignore.
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
  handle: ServedLedger['handle'],
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
