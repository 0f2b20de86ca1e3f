/** Sizes of files: `812 B`, `12 KB`, `1.2 MB`; in German `1,2 MB`. */
import { type Message, message } from './message.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** With at most one decimal, in the largest unit of which there is at least one. */
function sizeInUnits(bytes: number, step: 1000 | 1024): Message {
  let unit = 0;
  let amount = bytes;
  // An amount that would be rounded to a whole step uses the next unit.
  while (amount >= step - 0.5 && unit < units.length - 1) {
    amount /= step;
    unit++;
  }
  const rounded = unit > 0 && amount < 9.95 ? Math.round(amount * 10) / 10 : Math.round(amount);
  return message('common.fileSize', { amount: rounded, unit: units[unit] ?? '' });
}

export const fileSize = (bytes: number): Message => sizeInUnits(bytes, 1000);

/** [G35] A limit in the units in which it is set, which are powers of 1024: 400 MiB are `400 MB`. */
export const sizeLimit = (bytes: number): Message => sizeInUnits(bytes, 1024);
