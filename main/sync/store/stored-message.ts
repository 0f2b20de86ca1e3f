/** A message in a stored row. Earlier versions stored the English text. */
import { z } from 'zod';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { messageSchema } from '../../../shared/messages/message-schema.ts';

export const storedMessageSchema: z.ZodType<Message> = z.union([z.string().transform(verbatim), messageSchema]);
