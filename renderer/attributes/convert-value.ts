/** The value of an attribute as one of another type: what can be kept is kept, and what is lost is said. Pure. */
import type { AttributeValue, ValueType } from '../../shared/kinds/attribute-value.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { sameRichText } from '../../shared/rich-text/same.ts';
import { writeText } from '../../shared/rich-text/write.ts';
import { attributesWords } from '../words/en/attributes.ts';
import { emptyOf, typeOf } from './attribute-types.ts';
import { readNumber } from './read-number.ts';

export interface Converted {
  readonly value: AttributeValue;
  /** A sentence; null when nothing is lost. */
  readonly lost: string | null;
}

export function convertValue(value: AttributeValue, type: ValueType): Converted {
  if (typeOf(value) === type) return { value, lost: null };
  if (type === 'component-list' || type === 'asset-list') return { value: emptyOf(type), lost: all(value) };
  if (value.type === 'component-list' || value.type === 'asset-list') return { value: emptyOf(type), lost: all(value) };
  if (type === 'string' || type === 'rich-text') return toText(value, type);
  return type === 'boolean' ? toBoolean(value) : toNumber(value, type);
}

type Single = Exclude<AttributeValue, { type: 'component-list' | 'asset-list' }>;

function toText(value: Single, type: 'string' | 'rich-text'): Converted {
  const text = wordsOf(value);
  const html = richOf(text);
  const data = text === '' ? null : type === 'string' ? text : html;
  const formatted = value.type === 'string' && !value.plain && !sameRichText(value.data, text === '' ? null : html);
  return {
    value: { type: 'string', plain: type === 'string', data },
    lost: formatted ? attributesWords.formattingIsLost : null,
  };
}

function toBoolean(value: Single): Converted {
  const text = wordsOf(value).trim().toLowerCase();
  if (value.type === 'integer' || value.type === 'float') {
    const data = value.data !== 0;
    return {
      value: { type: 'boolean', data },
      lost: value.data === 0 || value.data === 1 ? null : data ? attributesWords.becomesYes(text) : attributesWords.becomesNo(text),
    };
  }
  const isYes = ['true', 'yes', '1'].includes(text);
  const isKnown = isYes || ['false', 'no', '0', ''].includes(text);
  return { value: { type: 'boolean', data: isYes }, lost: isKnown ? null : attributesWords.theTextIsLost };
}

function toNumber(value: Single, type: 'integer' | 'float'): Converted {
  if (value.type === 'boolean') return { value: { type, data: value.data ? 1 : 0 }, lost: null };
  const text = wordsOf(value).trim();
  const read = text === '' ? { number: 0 } : readNumber(text, 'float');
  if (read.number === undefined) return { value: { type, data: 0 }, lost: attributesWords.theTextIsNo };
  const data = type === 'float' ? read.number : Math.round(read.number);
  if (!Number.isSafeInteger(data) && type === 'integer') return { value: { type, data: 0 }, lost: attributesWords.isTooLargeIt(text) };
  return { value: { type, data }, lost: data === read.number ? null : attributesWords.becomes(read.number, data) };
}

function all(value: AttributeValue): string | null {
  if (value.data === null || value.type === 'boolean') return value.data === null ? null : attributesWords.itsValueIsLost;
  if (Array.isArray(value.data)) return attributesWords.whatIsInThe(value.data.length);
  return value.type === 'string' ? attributesWords.itsTextIsLost : attributesWords.theNumberIsLost(value.data);
}

const wordsOf = (value: Single): string =>
  value.type === 'string' && !value.plain ? plainText(value.data) : value.data === null ? '' : String(value.data);

const richOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${writeText(line)}</p>`)
    .join('');
