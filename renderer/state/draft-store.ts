/**
 * What was typed and is not saved yet, kept beside the program by this window: it survives the end of the window and a refusal, and is
 * offered again at its field. What was saved is forgotten at once.
 */

const PREFIX = 'taleport.draft/';
/** This life of the window: what it types is on its way, what others left behind was lost on theirs. */
const session = crypto.randomUUID();

interface DraftEntry {
  readonly value: unknown;
  readonly session: string;
  /** The engine said no. */
  readonly refused?: true;
}
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function createDraftStore(store: DraftStorage | undefined, own: string) {
  const keyOf = (hash: string, name: string) => `${PREFIX}${hash}/${name}`;
  const read = (key: string): DraftEntry | null => {
    try {
      return JSON.parse(store?.getItem(key) ?? 'null') as DraftEntry | null;
    } catch {
      return null;
    }
  };
  const isLeft = (entry: DraftEntry | null): entry is DraftEntry => entry !== null && (entry.session !== own || entry.refused === true);
  return {
    /** Nothing is said when there is no room: saving goes on as always. */
    save(hash: string, name: string, value: unknown, how?: 'refused'): void {
      try {
        store?.setItem(keyOf(hash, name), JSON.stringify({ value, session: own, ...(how ? { refused: true } : {}) } satisfies DraftEntry));
      } catch {
        store?.removeItem(keyOf(hash, name));
      }
    },
    discard(hash: string, name: string): void {
      store?.removeItem(keyOf(hash, name));
    },
    /** What was left behind at this field; undefined: nothing. */
    findRecovered(hash: string, name: string): { readonly value: unknown } | undefined {
      const entry = read(keyOf(hash, name));
      return isLeft(entry) ? { value: entry.value } : undefined;
    },
    /** The fields of a project at which something was left behind. */
    listRecovered(hash: string): string[] {
      const start = keyOf(hash, '');
      const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '');
      return keys.filter((key) => key.startsWith(start) && isLeft(read(key))).map((key) => key.slice(start.length));
    },
  };
}

export const draftStore = createDraftStore(typeof localStorage === 'undefined' ? undefined : localStorage, session);
