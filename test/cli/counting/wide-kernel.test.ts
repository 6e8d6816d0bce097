import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// On any machine and any Node.js, these tests pretend to have an engine of the table. Only the option that lets Node.js
// 20 compile the wide kernel reaches V8.
if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString('--experimental-wasm-relaxed-simd');
const options = vi.hoisted((): string[] => []);
const machine = vi.hoisted(() => ({ cpuinfo: '', isRight: true }));
const ENGINE = { platform: 'linux', arch: 'x64', v8: '13.6.233', hasOption: 1, cpuinfo: 'flags\t\t: fpu avx2 bmi1\n' };

vi.spyOn(process, 'getBuiltinModule').mockImplementation((id: string) => {
  if (id !== 'node:v8') throw new Error(`${id} is not mocked`);
  return { setFlagsFromString: (option: string) => void options.push(option) };
});
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const readFileSync = (...[file, settings]: Parameters<typeof fs.readFileSync>) =>
    file === '/proc/cpuinfo' ? machine.cpuinfo : fs.readFileSync(file, settings);
  return { ...fs, readFileSync };
});
vi.mock('../../../workers/self-check.js', () => ({ passesSelfCheck: () => machine.isRight }));

const properties = ['platform', 'arch', 'versions', 'config'] as const;
const originals = properties.map((name) => Object.getOwnPropertyDescriptor(process, name));

/** Pretends to run on another engine, and loads the module again, because it remembers the result of its check. */
async function load(differences: Partial<typeof ENGINE> = {}) {
  const { platform, arch, v8, hasOption, cpuinfo } = { ...ENGINE, ...differences };
  const versions = { ...process.versions, v8 };
  const config = { variables: { v8_enable_wasm_simd256_revec: hasOption } };
  for (const [name, value] of Object.entries({ platform, arch, versions, config })) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
  machine.cpuinfo = cpuinfo;
  vi.resetModules();
  const { findWideObstacle } = await import('../../../src/node/threads/wide-kernel.js');
  return { findWideObstacle, ...(await import('../../../src/cli/counting/wide-kernel.js')) };
}

beforeEach(() => {
  options.length = 0;
  machine.isRight = true;
});
afterEach(() => {
  for (const [i, name] of properties.entries()) Object.defineProperty(process, name, originals[i] ?? {});
});

describe('the wide kernel', () => {
  test('is checked once, with its option of V8, which stays set, and with others that do not', async () => {
    const { findWideObstacle, hasWideKernel } = await load();
    expect(findWideObstacle()).toBeUndefined();
    for (const _ of [1, 2]) expect(hasWideKernel()).toBe(true);
    expect(options).toEqual([
      ...['--experimental-wasm-revectorize', '--wasm-sync-tier-up', '--wasm-tiering-budget=1000'],
      ...['--no-wasm-sync-tier-up', '--wasm-tiering-budget=13000000'],
    ]);
  });

  test.each<[Partial<typeof ENGINE>, RegExp]>([
    [{ platform: 'darwin' }, /needs Linux on x64, not darwin on x64$/],
    [{ arch: 'arm64' }, /needs Linux on x64, not linux on arm64$/],
    [{ v8: '11.3.244' }, /needs Node\.js 24 or 26, not v/],
    [{ v8: '13.60.1' }, /needs Node\.js 24 or 26, not v/],
    [{ hasOption: 0 }, /needs a Node\.js with the V8 option --experimental-wasm-revectorize$/],
    [{ cpuinfo: 'flags\t\t: fpu avx\nbugs\t\t: avx2\n' }, /needs a processor with AVX2$/],
  ])('is refused on %o, and no option of V8 is set', async (differences, message) => {
    const { findWideObstacle, hasWideKernel, requireWideKernel } = await load(differences);
    expect(findWideObstacle()).toMatch(message);
    expect(hasWideKernel()).toBe(false);
    expect(() => requireWideKernel()).toThrow(/; use --kernel auto$/);
    expect(options).toEqual([]);
  });

  test('is not used if it counts wrongly, and a message says so', async () => {
    machine.isRight = false;
    const { hasWideKernel, requireWideKernel } = await load();
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const _ of [1, 2]) expect(hasWideKernel()).toBe(false);
    expect(write).toHaveBeenCalledTimes(1);
    expect(write.mock.calls.join()).toContain(
      'the wide kernel counts wrongly on this machine, so the fast one is used',
    );
    write.mockClear();
    expect(() => requireWideKernel()).toThrow('the wide kernel counts wrongly on this machine; use --kernel auto');
    expect(write).not.toHaveBeenCalled(); // no other kernel is used
    write.mockRestore();
    expect(options.at(-1)).toBe('--wasm-tiering-budget=13000000');
  });
});
