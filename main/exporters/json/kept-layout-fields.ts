/** Fields of items on boards that say how they are drawn, as an earlier export has them. */

export interface KeptLayout {
  /** Different for each layout. */
  readonly key: string;
  /** The layout fields that items have in the earlier export, by id. */
  readonly entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const layoutFields = ['x', 'y', 'width', 'height', 'autoHeight', 'labelWidth', 'labelLocation', 'sourceFace', 'targetFace'];

/** Only the layout fields, so that keeping them does not keep the texts in memory as well. */
export const layoutOf = (entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(layoutFields.filter((field) => field in entry).map((field) => [field, entry[field]]));

/** The entry with the layout that it had; unchanged if it is new. */
export function withKeptLayout<E extends Readonly<Record<string, unknown>>>(id: string, entry: E, kept: KeptLayout | null): E {
  const before = kept?.entries.get(id);
  if (!before) return entry;
  const layout = Object.fromEntries(
    layoutFields.filter((field) => field in before || field in entry).map((field) => [field, before[field]]),
  );
  return { ...entry, ...layout };
}
