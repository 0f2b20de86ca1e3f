/** A key that is equal for names that a file system may treat as one: it ignores case and Unicode normalization. */
export const toFileNameKey = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
