/** Fields of items on boards that say how they are drawn, as an earlier export has them. */

export interface KeptLayout {
  /** Different for each export. */
  readonly key: string;
  /** The entries of items in the earlier export, by id. */
  readonly entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const layoutFields = ['x', 'y', 'width', 'height', 'autoHeight', 'labelWidth', 'labelLocation', 'sourceFace', 'targetFace'];

/** The entry with the layout that it had; unchanged if it is new. */
export function withKeptLayout<E extends Readonly<Record<string, unknown>>>(id: string, entry: E, kept: KeptLayout | null): E {
  const before = kept?.entries.get(id);
  if (!before) return entry;
  const layout = Object.fromEntries(
    layoutFields.filter((field) => field in before || field in entry).map((field) => [field, before[field]]),
  );
  return { ...entry, ...layout };
}
