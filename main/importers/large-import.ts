/** Which imports are large enough that memory and backups are seen to before their records are stored. */

/** What has been read for more records takes so much memory that it is collected before they are stored. */
const recordsOfLargeImport = 1000;

export const isLargeImport = (records: readonly unknown[]): boolean => records.length > recordsOfLargeImport;
