/**
 * The envelope of a record: the properties that records of every kind have in addition to the fields of their kind. Like fields, each property says once
 * how it is compared and reverted; how it is stored and validated, main/story-format/record-codec.ts says for all of them.
 */
import type { LocalComments } from '../local-comments.ts';
import type { TranslationSources } from '../translation-source.ts';

export type BaseRecord<K extends string> = {
  readonly kind: K;
  readonly id: string;
  /** Fractional order key among the siblings of its home list; '' if there is no order. */
  readonly rank: string;
  /** A connection's order key among the outputs of its source. */
  readonly outputRank?: string;
  /** Unknown fields of an imported or synced file, unchanged. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The source texts of translations whose source has changed since. Local only: no file and no request contains them. */
  readonly translatedFrom?: TranslationSources;
  /** Comments of the user. Local only, like `translatedFrom`; project files contain them. */
  readonly localComments?: LocalComments;
};
export type EnvelopeField = keyof BaseRecord<string>;

interface EnvelopeFacets {
  /**
   * `content`: compared like a field; `position`: compared with the position among the siblings; `local`: each side has its own value, and the two are
   * never compared.
   */
  readonly sync: 'content' | 'position' | 'local';
  /** Whether the record gets the value of an earlier version that is restored. */
  readonly isRestored: boolean;
  /** Whether undo reverts the entries of the value individually. */
  readonly isRevertedByKey: boolean;
}

export const envelope: Readonly<Record<EnvelopeField, EnvelopeFacets>> = {
  kind: { sync: 'content', isRestored: true, isRevertedByKey: false },
  id: { sync: 'content', isRestored: true, isRevertedByKey: false },
  rank: { sync: 'position', isRestored: false, isRevertedByKey: false },
  outputRank: { sync: 'position', isRestored: false, isRevertedByKey: false },
  extra: { sync: 'content', isRestored: true, isRevertedByKey: false },
  translatedFrom: { sync: 'local', isRestored: true, isRevertedByKey: true },
  localComments: { sync: 'local', isRestored: false, isRevertedByKey: true },
};

// `envelope` has exactly these keys.
const envelopeFields = Object.keys(envelope) as readonly EnvelopeField[];
const names: ReadonlySet<string> = new Set(envelopeFields);
const isEnvelopeField = (name: string): name is EnvelopeField => names.has(name);

/** The facets of a property of the envelope; undefined for a field of a kind. */
export const findEnvelopeFacets = (name: string): EnvelopeFacets | undefined => (isEnvelopeField(name) ? envelope[name] : undefined);

/** The fields of the record's kind, without the envelope. */
export function fieldsOfRecord(record: { readonly [field: string]: unknown }): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in record) if (!names.has(name)) fields[name] = record[name];
  return fields;
}

/** The order keys of a record among its siblings. */
export const positionFields = envelopeFields.filter((name) => envelope[name].sync === 'position');

export const hasSamePosition = (one: BaseRecord<string>, two: BaseRecord<string>): boolean =>
  positionFields.every((name) => one[name] === two[name]);
