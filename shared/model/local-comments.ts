/** Comments that stay on this computer. A record of any kind can have them; sync, the REST API and exports for games do not contain them. */
import { defineSchema, type SchemaValue } from './kinds/define-kind.ts';

const MAX_COMMENT_LENGTH = 10_000;

/** Plain text, without blank space around it. */
export const localCommentTextSchema = defineSchema((z) => z.string().trim().min(1).max(MAX_COMMENT_LENGTH));

const localCommentSchema = defineSchema((z) =>
  z.strictObject({
    text: localCommentTextSchema(z),
    /** Times as formatIsoTime writes them. */
    createdAt: z.iso.datetime(),
    /** When the text was changed; null before. */
    updatedAt: z.iso.datetime().nullable(),
    resolved: z.boolean(),
  }),
);
export type LocalComment = SchemaValue<typeof localCommentSchema>;

/** By the id of the comment, so that undo reverts each by itself. Never empty: a record without comments has no such field. */
export const localCommentsSchema = defineSchema((z) =>
  z.record(z.uuid(), localCommentSchema(z)).refine((comments) => Object.keys(comments).length > 0),
);
export type LocalComments = Readonly<Record<string, LocalComment>>;

/** The oldest first. */
export function listLocalComments(record: { readonly localComments?: LocalComments } | undefined): readonly [id: string, LocalComment][] {
  return Object.entries(record?.localComments ?? {}).sort(([a, one], [b, two]) => compare(one.createdAt, two.createdAt) || compare(a, b));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
