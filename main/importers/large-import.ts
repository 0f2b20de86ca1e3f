/** Preparations for storing an import that creates many records. */

const recordsOfLargeImport = 1000;

/** Makes a backup. Does nothing if the import is small. */
export async function prepareLargeImport(records: readonly unknown[], backUp: () => Promise<void>): Promise<void> {
  if (records.length > recordsOfLargeImport) await backUp();
}
