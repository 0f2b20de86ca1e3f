/** English, for output that programs read (REST, `--json`, logs) and as the default language. */
import type { Catalogue } from './catalogue.ts';
import { messages } from './en/messages.ts';
import type { MessageKey } from './message.ts';
import { createTranslator } from './translator.ts';

/** British: the day comes before the month, and lists have no comma before "and". */
export const englishCatalogue: Catalogue = { locale: 'en-GB', messages };

export const english = createTranslator(englishCatalogue);

export const { t } = english;

/** Whether a computed key is in the catalogue. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key);
