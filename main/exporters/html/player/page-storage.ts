/** Stores data of a page in the browser. If the browser refuses, nothing is stored. */
export interface PageStorage {
  read(name: StoredName): string | null;
  write(name: StoredName, value: string): void;
}

type StoredName = 'play' | 'language' | 'muted';

export const openPageStorage = (key: string): PageStorage => ({
  read(name) {
    try {
      return localStorage.getItem(`${key}.${name}`);
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`${key}.${name}`, value);
    } catch {
      // Storage is refused or full. The story can still be played.
    }
  },
});
