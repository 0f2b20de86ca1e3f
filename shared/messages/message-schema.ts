/** The shape of a message that is read from a file or from another process. */
import { z } from 'zod';
import type { Message, MessageValue } from './message-value.ts';

const messageValueSchema: z.ZodType<MessageValue> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.lazy(() => messageSchema),
  z.array(z.union([z.string(), z.lazy(() => messageSchema)])),
]);

export const messageSchema: z.ZodType<Message> = z.object({
  key: z.string(),
  params: z.record(z.string(), messageValueSchema).exactOptional(),
});
