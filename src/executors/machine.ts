/** What this machine, or the container or batch job around this process, has. Everything that asks for it asks here. */
import { availableParallelism, freemem, totalmem } from 'node:os';
import { cgroupLimits } from './cgroup.js';

/** Returns the number of threads that can run at the same time: the cores, or a smaller quota, rounded up. */
export function cores(limits = cgroupLimits()): number {
  return Math.min(availableParallelism(), Math.ceil(limits.cores));
}

/** Returns the fraction of a core that each of some threads can use: 1, or less if a container's quota is smaller. */
export function coreShare(threads: number, limits = cgroupLimits()): number {
  return Math.min(1, limits.cores / threads);
}

/**
 * Returns the memory that this process can use, in bytes. macOS does not count memory of its caches as free, so there it is
 * the whole memory.
 */
export function memoryAtHand(limits = cgroupLimits()): number {
  return Math.min(process.platform === 'darwin' ? totalmem() : freemem(), limits.memory);
}
