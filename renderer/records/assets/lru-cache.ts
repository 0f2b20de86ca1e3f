/** A cache of limited size that evicts the least recently used value. */
export function createLruCache<V>(most: number) {
  const values = new Map<string, V>();
  return {
    get(key: string): V | undefined {
      const value = values.get(key);
      if (value === undefined || !values.delete(key)) return value;
      values.set(key, value);
      return value;
    },
    set(key: string, value: V): void {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
}
