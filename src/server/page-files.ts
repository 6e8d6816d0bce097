import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The built page, by the path that a browser asks for. It is read once, as a whole: what is asked for later is looked
 * up here, and reaches no file system.
 *
 * @throws Error if the program was not built.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = readdirSync(folder).map((name): [string, PageFile] => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [
      name === 'index.html' ? '/' : `/${name}`,
      { bytes: new Uint8Array(readFileSync(`${folder}/${name}`)), type },
    ];
  });
  return new Map(files);
}
