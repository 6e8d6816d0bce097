import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { has } from '../machine.js';

/** Whether tests can make system calls fail. */
export const CAN_FAIL = has('linux') && has('gcc');

/** System calls that can fail: locks, new permissions and owners of files, and the sync of a folder. */
export type SystemCall = 'LOCK' | 'FCHMOD' | 'FCHOWN' | 'FOLDER_SYNC';

/** Compiles a library that makes system calls fail. @returns the path, for `failingCall`. */
export function buildFaults(library: string): string {
  const source = fileURLToPath(new URL('faults/system-calls.c', import.meta.url));
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, source]);
  return library;
}

/** Returns the environment of a process in which a system call fails, whatever package makes it. */
export function failingCall(library: string, call: SystemCall, code: keyof typeof constants.errno) {
  return { LD_PRELOAD: library, [`${call}_ERROR`]: String(constants.errno[code]) };
}
