/** The schemas of local comments (shared/model/local-comments.ts). */
import type { z } from 'zod';
import type { LocalComments } from '../local-comments.ts';
import { defineSchema, type SchemaFactory } from './define-kind.ts';

const maxCommentLength = 10_000;
/** That of the name of a member. */
const maxAuthorLength = 255;

export const localCommentTextSchemaFactory = defineSchema((z) => z.string().trim().min(1).max(maxCommentLength));

export const commentAuthorSchemaFactory = defineSchema((z) => z.string().trim().min(1).max(maxAuthorLength));

export const localCommentsSchemaFactory = defineSchema((z) => {
  const comment = z.strictObject({
    text: localCommentTextSchemaFactory(z),
    author: commentAuthorSchemaFactory(z).optional(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().nullable(),
    resolved: z.boolean(),
  });
  return z.record(z.uuid(), comment).refine((comments) => Object.keys(comments).length > 0);
}) satisfies SchemaFactory<z.ZodType<LocalComments>>;
