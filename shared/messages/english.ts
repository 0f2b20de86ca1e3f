/** English, for what is written for programs (REST, `--json`, logs) and wherever no language was chosen. */
import type { Catalogue } from './catalogue.ts';
import { messages } from './en/messages.ts';
import type { MessageKey } from './message.ts';
import { createTranslator } from './translator.ts';

/** Days before months, no comma before "and". */
export const englishCatalogue: Catalogue = { locale: 'en-GB', messages };

export const english = createTranslator(englishCatalogue);

export const { t } = english;

/** Whether a key that was put together from data is one of the catalogue. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key);
