import { statSync } from 'node:fs';

/**
 * Identifies the file or folder to which a path leads: the text is the same for all its paths, even after it was moved. Undefined if it
 * does not exist.
 */
export function fileIdentityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
