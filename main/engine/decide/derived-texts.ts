/**
 * What follows from changed texts. For each translation, the source text from which it was made is recorded if the source has changed since
 * (shared/model/translation-source.ts); writing a translation marks it as made from the current source. The labels of mentions are updated when
 * the mentioned record is renamed (G22). Only the records that a command touches are examined.
 */

import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Locale, projectRecordId } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf, resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import { replaceText, textsThatMention } from '../../../shared/model/references.ts';
import { type TranslationSources, translationSourceKey } from '../../../shared/model/translation-source.ts';
import { decodeEntities, escapeAttributeValue, escapeText } from '../../../shared/rich-text/html.ts';
import { labelPattern, replaceMentions, stripMentionLabels, unwrapAllMentions } from '../../../shared/rich-text/mentions.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import type { JournalEntry } from '../history/undo-history.ts';
import type { ProjectDraft } from './project-draft.ts';

/**
 * Updates the sources after a command, in steps of one record each. With `confirmsTranslations`, writing a translation again marks it as up to date, even if its text
 * does not change.
 */
export function* updateTranslationSourcesInSteps(
  draft: ProjectDraft,
  command: SingleCommand,
  { confirmsTranslations }: { readonly confirmsTranslations: boolean },
): Generator<void, void> {
  const hasOwnSources = command.do === 'putEnvelope' || (command.do === 'replaceRecords' && command.folder !== undefined);
  const formerIds = command.do === 'replaceRecords' ? new Map(command.renamedIds.map(([from, to]) => [to, from])) : undefined;
  yield* updateSourcesInSteps(draft, (after) => {
    const before = draft.project.get(after.id) ?? draft.project.get(formerIds?.get(after.id) ?? '');
    const isConfirmed = confirmsTranslations && command.do === 'change' && command.id === after.id;
    const writtenFields: Readonly<Record<string, unknown>> = isConfirmed ? command.fields : {};
    return {
      before,
      knownSources: (hasOwnSources ? after : before)?.translatedFrom ?? {},
      modeFor: (field, iso) => {
        if (hasOwnSources) return 'restored';
        return includesLanguage(writtenFields[field], iso) ? 'written' : 'compared';
      },
    };
  });
}

/**
 * Updates the sources after a revert: the sources of restored texts are restored, those of texts written since are updated as after a
 * command.
 */
export function* updateTranslationSourcesAfterRevertInSteps(draft: ProjectDraft, entries: readonly JournalEntry[]): Generator<void, void> {
  const revertedFields = new Map(entries.flatMap((entry) => ('before' in entry ? [[entry.id, entry.after]] : [])));
  yield* updateSourcesInSteps(draft, (after) => {
    const before = draft.project.get(after.id);
    const set = revertedFields.get(after.id);
    const isChangedSince = (field: string, iso: string) =>
      set?.[field] !== undefined && !jsonEquals(localizedTextOf(set, field)[iso], localizedTextOf(before, field)[iso]);
    const isRestored = (field: string, iso: string) => !isChangedSince(field, iso);
    return {
      before,
      knownSources: { ...filterSources(after.translatedFrom, isRestored), ...filterSources(before?.translatedFrom, isChangedSince) },
      modeFor: (field, iso) => (isChangedSince(field, iso) ? 'compared' : 'restored'),
    };
  });
}

interface TranslationUpdate {
  readonly before: AnyRecord | undefined;
  readonly knownSources: TranslationSources;
  /**
   * How the source of a text is determined. `written`: the text was made from the current source. `compared`: the text was made from the
   * current source if it has changed. `restored`: the known source is retained.
   */
  readonly modeFor: (field: string, iso: string) => 'written' | 'compared' | 'restored';
}

function* updateSourcesInSteps(draft: ProjectDraft, describeUpdate: (after: AnyRecord) => TranslationUpdate): Generator<void, void> {
  const locales = draft.find('project', projectRecordId)?.locales ?? [];
  if (locales.length < 2 && draft.project.projectRecord.locales.length < 2) return;
  for (const after of [...draft.writtenRecords()]) {
    yield;
    const fields = Object.entries(getKind(after.kind).texts).filter(([, { localized }]) => localized);
    if (fields.length === 0) continue;
    const { before, knownSources, modeFor } = describeUpdate(after);
    const sources: Record<string, string> = {};
    const hasKnownSources = Object.keys(knownSources).length > 0;
    for (const [field, { format }] of fields) {
      const textsBefore = localizedTextOf(before, field);
      const textsAfter = localizedTextOf(after, field);
      if (textsBefore === textsAfter && !hasKnownSources) continue;
      const isSameText = format === 'plain' ? isSamePlainText : isSameForTranslation;
      for (const locale of locales) {
        const key = translationSourceKey(field, locale.iso);
        const from = outdatedSourceOf({
          textsBefore,
          textsAfter,
          locale,
          locales,
          isSameText,
          mode: modeFor(field, locale.iso),
          knownSource: knownSources[key],
        });
        if (from !== undefined) sources[key] = from;
      }
    }
    // Without sources, the field is omitted, so that undo restores exactly the same record.
    const next = Object.keys(sources).length === 0 ? undefined : sources;
    if (jsonEquals(next, after.translatedFrom)) continue;
    const { translatedFrom: _old, ...rest } = after;
    draft.put(next === undefined ? rest : { ...rest, translatedFrom: next });
  }
}

interface TranslatedText {
  readonly textsBefore: LocalizedText;
  readonly textsAfter: LocalizedText;
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  readonly isSameText: (one: string, two: string) => boolean;
  readonly mode: ReturnType<TranslationUpdate['modeFor']>;
  readonly knownSource: string | undefined;
}

/**
 * The source from which a text was made, if it differs from the current source. Giving a language another base does not make its texts
 * outdated.
 */
function outdatedSourceOf({
  textsBefore,
  textsAfter,
  locale: { iso, base },
  locales,
  isSameText,
  mode,
  knownSource,
}: TranslatedText): string | undefined {
  const text = textsAfter[iso]?.text ?? '';
  if (text === '' || mode === 'written') return undefined;
  // The main language has no source. If making it the main one is undone, its earlier source applies again.
  if (base === null) return mode === 'restored' ? knownSource : undefined;
  const previousText = textsBefore[iso]?.text ?? '';
  if (mode === 'compared' && (previousText === '' || !isSameText(previousText, text))) return undefined;
  const previousSource = resolveLocalizedText(textsBefore, base, locales).html ?? '';
  const source = resolveLocalizedText(textsAfter, base, locales).html ?? '';
  const madeFrom = knownSource ?? (mode === 'compared' && previousSource !== '' ? previousSource : source);
  return madeFrom === source || isSameText(madeFrom, source) ? undefined : madeFrom;
}

/** Whether a requested value sets a language. A text without a map sets the main language, which has no source. */
const includesLanguage = (value: unknown, iso: string): boolean => typeof value === 'object' && value !== null && iso in value;

const filterSources = (known: TranslationSources | undefined, is: (field: string, iso: string) => boolean): TranslationSources =>
  Object.fromEntries(
    Object.entries(known ?? {}).filter(([key]) => {
      const at = key.indexOf('/');
      return is(key.slice(0, at), key.slice(at + 1));
    }),
  );

const isSamePlainText = (one: string, two: string): boolean => one === two;

/** [G22] renaming or removing a record that a text mentions does not make the translations of the text outdated. */
function isSameForTranslation(one: string, two: string): boolean {
  if (one === two) return true;
  return richTextEquals(stripMentionLabels(one), stripMentionLabels(two)) || richTextEquals(unwrapAllMentions(one), unwrapAllMentions(two));
}

/** Updates the labels of mentions after a command. */
export function updateMentionLabels(draft: ProjectDraft): void {
  for (const [before, after] of findRenamedRecords(draft))
    for (const referrer of referringRecords(after.id, draft)) {
      const relabelled = withLabelsAfterRenaming(referrer, before, after, draft.project.mainLocale);
      if (relabelled !== referrer) draft.put(relabelled);
    }
}

/**
 * Updates the labels of mentions after a revert. Texts that the revert itself restores keep their labels; in other texts, only mentions that
 * show the replaced name get the restored one.
 */
export function updateMentionLabelsAfterRevert(draft: ProjectDraft): void {
  const restoredIds = new Set([...draft.writtenRecords()].map(({ id }) => id));
  const main = draft.project.mainLocale;
  for (const [before, after] of findRenamedRecords(draft))
    for (const referrer of referringRecords(after.id, draft)) {
      if (restoredIds.has(referrer.id)) continue;
      const isShown = (text: string, locale: string | null) =>
        relabelMention(text, after.id, mentionLabel(mentionNameOf(before), locale, main)) === text;
      const relabelled = withMentionLabel(referrer, after.id, (locale) => mentionLabel(mentionNameOf(after), locale, main), isShown);
      if (relabelled !== referrer) draft.put(relabelled);
    }
}

function findRenamedRecords(draft: ProjectDraft): (readonly [before: AnyRecord, after: AnyRecord])[] {
  const renamed: (readonly [AnyRecord, AnyRecord])[] = [];
  for (const after of draft.writtenRecords()) {
    const before = draft.project.get(after.id);
    if (before && !jsonEquals(mentionNameOf(before), mentionNameOf(after))) renamed.push([before, after]);
  }
  return renamed;
}

const referringRecords = (id: string, draft: ProjectDraft): AnyRecord[] =>
  [...draft.project.referrersOf(id)].flatMap((referrer) => draft.get(referrer) ?? []);

/** One text or one for each language; undefined for kinds that cannot be mentioned. */
type MentionName = string | LocalizedText | undefined;

/** The name that mentions of the record show. */
export function mentionNameOf(record: AnyRecord): MentionName {
  if (record.kind === 'board') return String(record.name);
  if (record.kind === 'component') return localizedTextOf(record, 'name');
  return record.kind === 'element' ? localizedTextOf(record, 'title') : undefined;
}

/** Localized texts use the name in their own language, other texts (`locale` null) the name in the main language. */
export function mentionLabel(name: MentionName, locale: string | null, mainLocale: string): string {
  if (name === undefined || typeof name === 'string') return name ?? '';
  return richTextToPlainText(name[locale ?? mainLocale]?.text ?? name[mainLocale]?.text ?? null);
}

/** The record with new labels of its mentions of `id`, in the texts to which they apply; the same object if nothing changes. */
function withMentionLabel(
  record: AnyRecord,
  id: string,
  labelFor: (locale: string | null) => string,
  applies: (text: string, locale: string | null) => boolean,
): AnyRecord {
  let after = record;
  for (const text of textsThatMention(record)) {
    if (!text.text.includes(id) || !applies(text.text, text.locale)) continue;
    const label = labelFor(text.locale);
    const relabelled = label === '' ? text.text : relabelMention(text.text, id, label);
    if (relabelled !== text.text) after = replaceText(after, text, relabelled);
  }
  return after;
}

/** A record that mentions a renamed one, with the new name in its mentions. A text changes only if the name changes in its language. */
export function withLabelsAfterRenaming(referrer: AnyRecord, before: AnyRecord, after: AnyRecord, mainLocale: string): AnyRecord {
  const label = (locale: string | null) => mentionLabel(mentionNameOf(after), locale, mainLocale);
  const isRenamed = (_text: string, locale: string | null) => mentionLabel(mentionNameOf(before), locale, mainLocale) !== label(locale);
  return withMentionLabel(referrer, after.id, label, isRenamed);
}

/**
 * [G22] Renames each mention of `id` (plain text): its data-label if it has one, and its text. In scripts the text is the name as one word
 * (`get_potion` for "Get potion"), elsewhere the name itself, after the `@` if there was one. Every other byte is unchanged.
 */
export function relabelMention(html: string, id: string, label: string): string {
  return replaceMentions(html, id, (attributes, text, at) => {
    const prefix = text.startsWith('@') ? '@' : '';
    const before = labelPattern.exec(attributes)?.[1];
    const written = decodeEntities(text).slice(prefix.length);
    const name = isWrittenAsOneWord(written, before === undefined ? written : decodeEntities(before), html, at) ? toOneWord(label) : label;
    const labelled = attributes.replace(labelPattern, () => ` data-label="${escapeAttributeValue(label)}"`);
    return `<span${labelled}>${prefix}${escapeText(name)}</span>`;
  });
}

/** Whether a mention writes its name as one word: as it did before, or, if the name does not show that, because it is in a script. */
function isWrittenAsOneWord(written: string, label: string, html: string, at: number): boolean {
  if (label !== toOneWord(label)) {
    if (written === label) return false;
    if (written === toOneWord(label)) return true;
  }
  return html.lastIndexOf('<code', at) > html.lastIndexOf('</code>', at) || !/<(?:p|pre|blockquote|ul|ol)\b/.test(html);
}

function toOneWord(name: string): string {
  return generateCustomId(name, () => false);
}
