/** A number of bytes for display: `812 B`, `12 KB`, `1.2 MB`. Decimal units. */
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

export const formatFileSize = (bytes: number): string => formatInUnits(bytes, 1000);

/** [G35] A limit in the units in which it is set, which are powers of 1024: 400 MiB are `400 MB`. */
export const formatSizeLimit = (bytes: number): string => formatInUnits(bytes, 1024);

function formatInUnits(bytes: number, step: 1000 | 1024): string {
  let unit = 0;
  let amount = bytes;
  // An amount that would be rounded to a whole step uses the next unit.
  while (amount >= step - 0.5 && unit < units.length - 1) {
    amount /= step;
    unit++;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`;
}
