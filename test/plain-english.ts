/** English that a message would show in another language, found by the pseudo-language: it accents every letter that comes from the catalogue. */
import { englishCatalogue } from '../shared/messages/english.ts';
import { isMessage, type Message, type MessageValue } from '../shared/messages/message.ts';
import { accentText } from '../shared/messages/pseudo-locale.ts';
import { createTranslator } from '../shared/messages/translator.ts';

const pseudo = createTranslator({ ...englishCatalogue, transformText: accentText });

/** The words of plain English in a message, without its parameters and dates, which `Intl` formats. */
export function plainEnglishIn(message: Message): string[] {
  const params = textParamsOf(message).sort((one, two) => two.length - one.length);
  const text = params.reduce((rest, param) => rest.replaceAll(param, ' '), pseudo.t(message));
  return text.replaceAll(/\d+ [A-Z][a-z]+ \d{4}/g, ' ').match(/[A-Za-z]+/g) ?? [];
}

/** The texts that a message contains as parameters, also in messages inside it. */
export const textParamsOf = (message: Message): string[] => Object.values(message.params ?? {}).flatMap(textsOf);

function textsOf(value: MessageValue): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isMessage(value) ? textParamsOf(value) : [];
}
