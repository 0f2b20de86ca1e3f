/** An object with a value for each of the keys. */
export const objectFromKeys = <K extends string, V>(keys: readonly K[], createValue: (key: K) => V): Readonly<Record<K, V>> =>
  // Object.fromEntries gives up the names of the keys.
  Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<K, V>;
