import { statSync } from 'node:fs';

/** Which file or folder a path leads to: the same text for the same one, also after it was moved. undefined if there is none. */
export function fileIdentityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
