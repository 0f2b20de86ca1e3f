/** Sizes of files: `812 B`, `12 KB`, `1.2 MB`; in German `1,2 MB`. */
import { type Message, message } from './message.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** The largest unit of which there is at least one, as a power of `step`. */
function unitFor(bytes: number, step: 1000 | 1024): number {
  let unit = 0;
  // An amount that would be rounded to a whole step uses the next unit.
  while (bytes / step ** unit >= step - 0.5 && unit < units.length - 1) unit++;
  return unit;
}

/** With at most one decimal. */
function amountIn(unit: number, bytes: number, step: 1000 | 1024): number {
  const amount = bytes / step ** unit;
  return unit > 0 && amount < 9.95 ? Math.round(amount * 10) / 10 : Math.round(amount);
}

function sizeInUnits(bytes: number, step: 1000 | 1024): Message {
  const unit = unitFor(bytes, step);
  return message('common.fileSize', { amount: amountIn(unit, bytes, step), unit: units[unit] ?? '' });
}

/** `54 of 300 MB` */
export function fileSizeProgress(done: number, total: number): Message {
  const unit = unitFor(total, 1000);
  const [doneAmount, amount] = [done, total].map((bytes) => amountIn(unit, bytes, 1000));
  return message('common.fileSizeProgress', { done: doneAmount ?? 0, total: amount ?? 0, unit: units[unit] ?? '' });
}

export const fileSize = (bytes: number): Message => sizeInUnits(bytes, 1000);

/** [G35] A limit in the units in which it is set, which are powers of 1024: 400 MiB are `400 MB`. */
export const sizeLimit = (bytes: number): Message => sizeInUnits(bytes, 1024);
