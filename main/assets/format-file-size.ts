/** A number of bytes for people: `812 B`, `12 KB`, `1.2 MB`. Thousands, as the limits of plans are told. */
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

export function formatFileSize(bytes: number): string {
  let unit = 0;
  let amount = bytes;
  // What would be rounded to 1000 goes to the next unit.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`;
}
