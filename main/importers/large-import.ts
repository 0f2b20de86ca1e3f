/** Preparations for storing an import that creates many records. */
import { beginFullGc } from '../platform/eager-gc.ts';

const recordsOfLargeImport = 1000;

/** Makes a backup, and lets V8 collect the garbage that reading the records has created. Does nothing if the import is small. */
export async function prepareLargeImport(records: readonly unknown[], backUp: () => Promise<void>): Promise<void> {
  if (records.length <= recordsOfLargeImport) return;
  beginFullGc();
  await backUp();
}
