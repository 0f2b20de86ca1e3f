// Messages on a socket: four bytes with the length, and the value in V8's format, which keeps maps and undefined.
import { deserialize, serialize } from 'node:v8';

/** @param {unknown} message */
export function messageBytes(message) {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

/**
 * @param {(message: any) => void} receive called with each whole message
 * @returns {(bytes: Buffer) => void} takes what arrives
 */
export function messageReader(receive) {
  let waiting = Buffer.alloc(0);
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= 4) {
      const end = 4 + waiting.readUInt32LE();
      if (waiting.length < end) return;
      const message = deserialize(waiting.subarray(4, end));
      waiting = waiting.subarray(end);
      receive(message);
    }
  };
}

/**
 * A copy in which every string is changed; it may contain itself.
 * @param {unknown} value
 * @param {(text: string) => string} change
 * @param {Map<unknown, unknown>} [copies] of what contains `value`
 * @returns {unknown}
 */
export function changeStrings(value, change, copies = new Map()) {
  if (typeof value === 'string') return change(value);
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    /** @type {unknown[]} */
    const copy = [];
    copies.set(value, copy);
    for (const each of value) copy.push(changeStrings(each, change, copies));
    return copy;
  }
  if (value === null || typeof value !== 'object' || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  /** @type {Record<string, unknown>} */
  const copy = {};
  copies.set(value, copy);
  for (const [key, each] of Object.entries(value)) copy[key] = changeStrings(each, change, copies);
  return copy;
}
