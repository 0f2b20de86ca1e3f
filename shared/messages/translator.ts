import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { shortenMiddle, toOneLine } from '../text.ts';
import type { Catalogue } from './catalogue.ts';
import {
  isLanguageName,
  isMessage,
  isShellArgument,
  isVerbatim,
  type Message,
  type MessageArguments,
  type MessageKey,
  type MessageValue,
  message,
} from './message.ts';

/** The text of a message, or of a key with its parameters. */
export interface Translate {
  (message: Message): string;
  <K extends MessageKey>(key: K, ...params: MessageArguments<K>): string;
}

/** Formats everything that depends on the language: messages, numbers, dates, lists. */
export interface Translator {
  readonly locale: string;
  readonly t: Translate;
  formatNumber(value: number): string;
  /** `0.41` is `41%`. */
  formatPercent(value: number): string;
  formatDate(milliseconds: number, options: Intl.DateTimeFormatOptions): string;
  /** `5 minutes ago`, `yesterday`. */
  formatTimeAgo(count: number, unit: Intl.RelativeTimeFormatUnit): string;
  /** `de` is `German`; an empty string for anything that is not the code of a language. */
  findLanguageName(code: string): string;
  /** `a, b and c`. */
  formatList(items: readonly string[]): string;
  /** `a, b or c`. */
  formatAlternatives(items: readonly string[]): string;
  /** The order in which a list of names is shown. */
  compareTexts(one: string, two: string): number;
}

/** Looks up the current translator at each call, because the language can change. */
export const translateWith =
  (current: () => Translator): Translate =>
  (keyOrMessage: MessageKey | Message, params?: Message['params']): string =>
    current().t(typeof keyOrMessage === 'string' ? { key: keyOrMessage, ...(params && { params }) } : keyOrMessage);

/** Characters of a parameter, and entries of a list. Names, texts and keys of foreign files have no limit of their own, and every message quotes some. */
export const maxQuotedLength = 500;
export const maxQuotedItems = 100;

const quoteText = (text: string): string => toOneLine(shortenMiddle(text, maxQuotedLength));

/** A name in Hebrew or Arabic would else move the numbers and punctuation beside it to its other side. Full paths are copied, so they stay. */
const isolateDirection = (text: string): string =>
  hasRightToLeft.test(text) && !/^(?:[/\\~]|[a-z]:[/\\])/i.test(text) ? `\u2068${text}\u2069` : text;
const hasRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The texts of an exported document, and a name that is proposed, are stored: nothing in them is shortened or marked. */
const isStored = (key: string): boolean => key.startsWith('document.') || key === 'backup.restore.newName';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

export interface TranslatorOptions {
  /** Has the message for a key that the catalogue lacks. */
  readonly fallback?: Catalogue;
  /** For a window: a name that is written from right to left is enclosed in invisible characters. Programs, terminals and files get none. */
  readonly isolatesNames?: boolean;
}

export function createTranslator(
  catalogue: Catalogue,
  { fallback = catalogue, isolatesNames = false }: TranslatorOptions = {},
): Translator {
  const { locale } = catalogue;
  const formatters = createFormatters(locale);
  const parsed = new Map<string, IntlMessageFormat>();
  let collator: Intl.Collator | undefined;
  const transform = catalogue.transformText ?? ((text: string) => text);

  const parse = (text: string): IntlMessageFormat => {
    const known = parsed.get(text);
    if (known) return known;
    const source = new IntlMessageFormat(text, locale, undefined, { formatters });
    const format = catalogue.transformText
      ? new IntlMessageFormat(transformAst(source.getAst(), transform), locale, undefined, { formatters })
      : source;
    parsed.set(text, format);
    return format;
  };

  const formatValue = (value: MessageValue): string | number | boolean => {
    if (isList(value)) return formatList(value.map((item) => String(formatValue(item))));
    return isMessage(value) ? format(value) : value;
  };

  /** How the parameters of a message are formatted. */
  const formatterOf = (key: string): typeof formatValue => {
    if (isShellArgument({ key })) return (value) => toOneLine(String(formatValue(value)));
    return isVerbatim({ key }) || isStored(key) ? formatValue : quoteValue;
  };

  const quoteValue = (value: MessageValue): string | number | boolean => {
    if (isList(value)) {
      const items = value.slice(0, maxQuotedItems).map((item) => String(quoteValue(item)));
      const rest = value.length - items.length;
      return formatList(rest > 0 ? [...items, format(message('common.listRest', { count: rest }))] : items);
    }
    const text = formatValue(value);
    // A nested message has quoted its own parameters already, except for one that is nothing but a text.
    if (typeof text !== 'string' || (isMessage(value) && !isVerbatim(value))) return text;
    return isolatesNames ? isolateDirection(quoteText(text)) : quoteText(text);
  };

  const findLanguageName = (code: string): string => {
    try {
      return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code) ?? '';
    } catch {
      return '';
    }
  };

  const format = ({ key, params = {}, defaultText }: Message): string => {
    if (isLanguageName({ key })) return findLanguageName(String(params.code)) || quoteText(String(params.code));
    for (const text of [catalogue.messages[key], fallback.messages[key], defaultText]) {
      const formatted = text === undefined ? undefined : formatText(text, params, key);
      if (formatted !== undefined) return formatted;
    }
    return key;
  };

  /** Undefined if the parameters do not fit: a message that another version has stored must not break the screen that shows it. */
  const formatText = (text: string, params: NonNullable<Message['params']>, key: string): string | undefined => {
    // Most messages are plain text, which needs no parsing.
    if (!/[{}'<]/.test(text)) return transform(text);
    const toText = formatterOf(key);
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toText(value)]));
    try {
      return String(parse(text).format(values));
    } catch {
      return undefined;
    }
  };

  const joinList = (items: readonly string[], type: 'conjunction' | 'disjunction'): string =>
    formatters
      .getListFormat(locale, { type })
      .formatToParts(items)
      .map((part) => (part.type === 'literal' ? transform(part.value) : part.value))
      .join('');
  const formatList = (items: readonly string[]): string => joinList(items, 'conjunction');

  return {
    locale,
    t: (keyOrMessage: MessageKey | Message, params?: Message['params']) =>
      format(isMessage(keyOrMessage) ? keyOrMessage : { key: keyOrMessage, ...(params && { params }) }),
    formatNumber: (value) => formatters.getNumberFormat(locale).format(value),
    formatPercent: (value) => formatters.getNumberFormat(locale, { style: 'percent' }).format(value),
    formatDate: (milliseconds, options) => formatters.getDateTimeFormat(locale, options).format(milliseconds),
    formatTimeAgo: (count, unit) => transform(formatters.getRelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit)),
    findLanguageName,
    formatList,
    formatAlternatives: (items) => joinList(items, 'disjunction'),
    compareTexts(one, two) {
      collator ??= new Intl.Collator(locale, { numeric: true });
      return collator.compare(one, two);
    },
  };
}

/** Intl's formatters are created on first use, once for all messages: creating all of them at once would slow down the start noticeably. */
function createFormatters(locale: string) {
  const formatters = new Map<string, unknown>();
  const lazily = <F>(kind: string, create: (options: object | undefined) => F) => {
    return (_: unknown, options?: object): F => {
      const id = `${kind} ${JSON.stringify(options ?? {})}`;
      const known = formatters.get(id);
      // The id starts with the kind of formatter, so the stored value has the type that `create` returns.
      if (known !== undefined) return known as F;
      const fresh = create(options);
      formatters.set(id, fresh);
      return fresh;
    };
  };
  return {
    getNumberFormat: lazily('number', (options) => new Intl.NumberFormat(locale, options)),
    getDateTimeFormat: lazily('date', (options) => new Intl.DateTimeFormat(locale, options)),
    getPluralRules: lazily('plural', (options) => new Intl.PluralRules(locale, options)),
    getListFormat: lazily('list', (options) => new Intl.ListFormat(locale, options)),
    getRelativeTimeFormat: lazily('relative', (options) => new Intl.RelativeTimeFormat(locale, options)),
  } satisfies Formatters & Record<string, unknown>;
}

const isList = (value: MessageValue): value is Extract<MessageValue, readonly unknown[]> => Array.isArray(value);

/** Only the text between the parameters changes. */
function transformAst(ast: Ast, transform: (text: string) => string): Ast {
  return ast.map((element) => {
    if (element.type === elementTypes.literal) return { ...element, value: transform(element.value) };
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: transformAst(option.value, transform) },
      ]);
      // The same options with transformed texts.
      return { ...element, options: Object.fromEntries(options) } as typeof element;
    }
    return 'children' in element ? { ...element, children: transformAst(element.children, transform) } : element;
  });
}

/** A node of FormatJS' syntax tree. */
const elementTypes = { literal: 0 } as const;
