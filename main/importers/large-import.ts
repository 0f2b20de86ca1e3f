/** What precedes the storing of an import that creates many records. */
import { beginFullGc } from '../platform/eager-gc.ts';

const recordsOfLargeImport = 1000;

/** Makes a backup first, and lets V8 collect what reading the records has left in memory. Does nothing if the import is small. */
export async function prepareLargeImport(records: readonly unknown[], backUp: () => Promise<void>): Promise<void> {
  if (records.length <= recordsOfLargeImport) return;
  beginFullGc();
  await backUp();
}
