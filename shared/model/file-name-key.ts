/** Names that no file system may take for two when it tells neither case nor the ways to write an accent. */
export const toFileNameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
