/** Offset and address of the only section: the list of exports. */
const PLACE = 0x1000;
/** Size of the headers, and of the section. */
const BLOCK = 0x200;

/**
 * Returns the contents of bcryptprimitives.dll, which programs in Go and Rust need, and Wine 8 lacks. Its only function,
 * ProcessPrng, is forwarded to one of advapi32.dll. Format: PE32+, see Microsoft's "PE Format".
 */
export function randomLibrary(): Buffer {
  const [library, name, target] = ['bcryptprimitives.dll\0', 'ProcessPrng\0', 'advapi32.SystemFunction036\0'];
  const list = Buffer.alloc(BLOCK);
  const [functions, names, ordinals, texts] = [40, 44, 48, 50];
  const nameAt = texts + library.length;
  // The directory: name of the library, first ordinal, numbers of functions and names, and three tables.
  put32(list, 12, [PLACE + texts, 1, 1, 1, PLACE + functions, PLACE + names, PLACE + ordinals]);
  put32(list, functions, [PLACE + nameAt + name.length]);
  put32(list, names, [PLACE + nameAt]);
  list.write(library + name + target, texts, 'latin1');

  const headers = Buffer.alloc(BLOCK);
  headers.write('MZ', 0, 'latin1');
  put32(headers, 60, [64]);
  headers.write('PE\0\0', 64, 'latin1');
  put16(headers, 68, [0x8664, 1]); // x64, one section
  put16(headers, 84, [240, 0x2022]); // size of the optional header; a library
  put16(headers, 88, [0x20b]); // PE32+
  headers.writeBigUInt64LE(0x6a0000000n, 112); // preferred address
  put32(headers, 120, [PLACE, BLOCK]); // alignment in memory and in the file
  put16(headers, 128, [6, 0, 0, 0, 6, 0]); // versions of Windows
  put32(headers, 144, [2 * PLACE, BLOCK]); // sizes in memory and of the headers
  put16(headers, 156, [2]); // subsystem
  for (const [i, size] of [0x100000, 0x1000, 0x100000, 0x1000].entries()) put32(headers, 160 + 8 * i, [size]); // stack, heap
  put32(headers, 196, [16, PLACE, BLOCK]); // 16 directories; the first one has the exports
  headers.write('.edata', 328, 'latin1');
  put32(headers, 336, [BLOCK, PLACE, BLOCK, BLOCK]);
  put32(headers, 364, [0x40000040]); // readable data
  return Buffer.concat([headers, list]);
}

function put16(buffer: Buffer, offset: number, values: readonly number[]): void {
  for (const [i, value] of values.entries()) buffer.writeUInt16LE(value, offset + 2 * i);
}

function put32(buffer: Buffer, offset: number, values: readonly number[]): void {
  for (const [i, value] of values.entries()) buffer.writeUInt32LE(value, offset + 4 * i);
}
