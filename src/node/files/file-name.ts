import { basename, dirname, join, win32 } from 'node:path';
import { UsageError } from '../../core/errors/errors.js';
import { crc32 } from '../../core/text/crc32.js';
import { quoted } from '../../core/text/quoted.js';

const REPLACEMENT_SUFFIX = '.queens-par-new';

/**
 * Returns the path of the temporary file, in the same folder, that will replace a ledger file. Its name is short,
 * so it is valid even if the file's own name is as long as the system allows.
 */
export function nameReplacement(file: string): string {
  return join(dirname(file), crc32(Buffer.from(basename(file))).toString(16) + REPLACEMENT_SUFFIX);
}

/** Names that Windows reserves for devices, with any suffix. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * Checks the name of a file to write to.
 *
 * @param system the operating system, as in `process.platform`.
 * @throws UsageError if the name is reserved for temporary files, or cannot be used on Windows.
 */
export function assertValidName(file: string, system: string = process.platform): void {
  const end = file.slice(-REPLACEMENT_SUFFIX.length);
  if (end.toLowerCase() === REPLACEMENT_SUFFIX) {
    throw new UsageError(`${file}: names that end in ${REPLACEMENT_SUFFIX} are reserved for temporary files`);
  }
  if (system !== 'win32') return;
  const name = win32.basename(file);
  const fault =
    (DEVICE.test(name) && 'is the name of a device') ||
    (/[. ]$/.test(name) && 'ends with a dot or a space') ||
    (name.includes(':') && 'contains a colon');
  if (fault) throw new UsageError(`${quoted(file)} ${fault}, so Windows cannot use it as a file name`);
}
