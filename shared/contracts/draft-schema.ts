/** The schema of a draft; not in drafts.ts, because the window does not load zod. */
import { z } from 'zod';
import type { Draft } from './drafts.ts';

const textSchema = z.string().nullable();

export const draftSchema: z.ZodType<Draft> = z.strictObject({
  name: z.string().min(1).max(500),
  value: textSchema,
  session: z.string().max(64),
  over: z.strictObject({ version: z.int().min(0), values: z.array(textSchema).max(2) }),
});
