/**
 * Comments of this computer, and of those who share its story folder. A record of any kind can have them; sync, the REST API and exports for games do not contain
 * them.
 */

export interface LocalComment {
  /** Plain text, without blank space around it. */
  readonly text: string;
  /** The name of who wrote it. Missing if they have given none. */
  readonly author?: string | undefined;
  /** Times as formatIsoTime writes them. */
  readonly createdAt: string;
  /** When the text was changed; null before. */
  readonly updatedAt: string | null;
  readonly resolved: boolean;
}

/** By the id of the comment, so that undo reverts each by itself. Never empty: a record without comments has no such field. */
export type LocalComments = Readonly<Record<string, LocalComment>>;

/** The oldest first. */
export function listLocalComments(record: { readonly localComments?: LocalComments } | undefined): readonly [id: string, LocalComment][] {
  return Object.entries(record?.localComments ?? {}).sort(([a, one], [b, two]) => compare(one.createdAt, two.createdAt) || compare(a, b));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
