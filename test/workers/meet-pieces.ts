import { main as compile } from 'assemblyscript/asc';

/** The exports of workers/assembly/meet/pieces-for-tests.ts. */
interface Pieces {
  readonly memory: WebAssembly.Memory;
  readonly rows: WebAssembly.Global;
  readonly queryKeys: WebAssembly.Global;
  readonly matrixKeys: WebAssembly.Global;
  readonly lToD: WebAssembly.Global;
  readonly scratch: WebAssembly.Global;
  initialise(): void;
  canHold(count: number): number;
  nextSameSize(set: number): number;
  setKeyBits(bits: number): void;
  compress16(mask: number): void;
  compress32(mask: number): void;
  transpose(): void;
  startList(list: number, sections: number): void;
  endSection(list: number, section: number, end: number): void;
  join(strict: number, tie: number): number;
  fitsDirectly(queries: number, count: number): number;
  expand16(count: number, column: number, kept: number): number;
  expand32(count: number, column: number, kept: number): number;
  keys(count: number, column: number, l: number, d: number): number;
  filter(count: number, l: number, d: number): number;
}

/** Compiles parts of the kernel of `meet` with the build's options, except --converge. @returns an instance. */
export async function meetPieces(): Promise<Pieces> {
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const options = ['--outFile', 'pieces.wasm', '-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert'];
  const { error, stderr } = await compile(['workers/assembly/meet/pieces-for-tests.ts', ...options], {
    writeFile: (name, contents) => {
      if (name === 'pieces.wasm' && contents instanceof Uint8Array) binary = Uint8Array.from(contents);
    },
  });
  if (error || !binary) throw new Error(`cannot compile the pieces: ${String(stderr)}`);
  const pieces = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as unknown as Pieces;
  pieces.initialise();
  return pieces;
}
