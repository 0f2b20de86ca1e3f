/**
 * Keeps with each record what its translations were made from, where that is another text now (shared/model/translation-source.ts). A translation is made
 * from its source whenever it is written; the cost is that of the records a command touches.
 */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Locale, PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { type TranslationSources, translationSourceKey } from '../../../shared/model/translation-source.ts';
import { stripMentionLabels, unwrapAllMentions } from '../../../shared/rich-text/mentions.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import type { JournalEntry } from '../history/journal-entry.ts';
import type { ProjectDraft } from './project-draft.ts';

/** After a command. Who writes a translation again, even in the same words, says that it is right (`said`). */
export function updateTranslationSources(stage: ProjectDraft, command: SingleCommand, said: 'said' | 'unsaid'): void {
  const old = command.do === 'take' ? new Map(command.renamedIds.map(([from, to]) => [to, from])) : undefined;
  updateSources(stage, (after) => {
    const before = stage.project.get(after.id) ?? stage.project.get(old?.get(after.id) ?? '');
    const given = said === 'said' && command.do === 'change' && command.id === after.id ? (command.fields as Record<string, unknown>) : {};
    return {
      before,
      knownSources: before?.translatedFrom ?? {},
      modeFor: (field, iso) => (includesLanguage(given[field], iso) ? 'written' : 'compared'),
    };
  });
}

/** When a step is taken back, what its own texts were made from comes back with them; what others have written since is as after a command. */
export function updateTranslationSourcesAfterRevert(stage: ProjectDraft, entries: readonly JournalEntry[]): void {
  const steps = new Map(entries.flatMap((entry) => ('before' in entry ? [[entry.id, entry.after]] : [])));
  updateSources(stage, (after) => {
    const before = stage.project.get(after.id);
    const set = steps.get(after.id);
    const isTheirs = (field: string, iso: string) =>
      set?.[field] !== undefined && !jsonEquals(textsIn(set, field)[iso], textsIn(before, field)[iso]);
    const isOfStep = (field: string, iso: string) => !isTheirs(field, iso);
    return {
      before,
      knownSources: { ...filterSources(after.translatedFrom, isOfStep), ...filterSources(before?.translatedFrom, isTheirs) },
      modeFor: (field, iso) => (isTheirs(field, iso) ? 'compared' : 'kept'),
    };
  });
}

interface TranslationUpdate {
  readonly before: AnyRecord | undefined;
  /** What is known so far. */
  readonly knownSources: TranslationSources;
  /** `written`: it is made from what its source says now. */
  readonly modeFor: (field: string, iso: string) => 'written' | 'compared' | 'kept';
}

function updateSources(stage: ProjectDraft, settling: (after: AnyRecord) => TranslationUpdate): void {
  const locales = stage.find('project', PROJECT_RECORD_ID)?.locales ?? [];
  if (locales.length < 2 && stage.project.projectRecord.locales.length < 2) return;
  for (const after of [...stage.writtenRecords()]) {
    const fields = Object.entries(getKind(after.kind).texts).filter(([, { localized }]) => localized);
    if (fields.length === 0) continue;
    const { before, knownSources, modeFor } = settling(after);
    const now: Record<string, string> = {};
    const isAny = Object.keys(knownSources).length > 0;
    for (const [field, { format }] of fields) {
      const [textsBefore, textsAfter, isSameText] = [
        textsIn(before, field),
        textsIn(after, field),
        format === 'plain' ? isSamePlainText : isSameForTranslation,
      ];
      if (textsBefore === textsAfter && !isAny) continue;
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
        if (from !== undefined) now[key] = from;
      }
    }
    // What says nothing is not there at all, so that undo gives the very record back.
    const next = Object.keys(now).length === 0 ? undefined : now;
    if (jsonEquals(next, after.translatedFrom)) continue;
    const { translatedFrom: _old, ...rest } = after;
    stage.put((next === undefined ? rest : { ...rest, translatedFrom: next }) as AnyRecord);
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

/** The source that a text was made from, if it is another now. A language that is given another base does not make its texts old. */
function outdatedSourceOf({
  textsBefore,
  textsAfter,
  locale: { iso, base },
  locales,
  isSameText,
  mode,
  knownSource,
}: TranslatedText): string | undefined {
  const [own, old] = [textsAfter[iso]?.text ?? '', textsBefore[iso]?.text ?? ''];
  if (base === null || own === '' || mode === 'written') return undefined;
  if (mode === 'compared' && (old === '' || !isSameText(old, own))) return undefined;
  const [before, now] = [
    resolveLocalizedText(textsBefore, base, locales).html ?? '',
    resolveLocalizedText(textsAfter, base, locales).html ?? '',
  ];
  const made = knownSource ?? (mode === 'compared' && before !== '' ? before : now);
  return made === now || isSameText(made, now) ? undefined : made;
}

const noTexts: LocalizedText = {};
const textsIn = (record: Readonly<Record<string, unknown>> | undefined, field: string): LocalizedText =>
  (record?.[field] ?? noTexts) as LocalizedText;

/** Whether a change names a language; a text without a map is the main one's, which is translated from nothing. */
const includesLanguage = (given: unknown, iso: string): boolean => typeof given === 'object' && given !== null && iso in given;

const filterSources = (known: TranslationSources | undefined, is: (field: string, iso: string) => boolean): TranslationSources =>
  Object.fromEntries(
    Object.entries(known ?? {}).filter(([key]) => {
      const at = key.indexOf('/');
      return is(key.slice(0, at), key.slice(at + 1));
    }),
  );

const isSamePlainText = (one: string, two: string): boolean => one === two;

/** [G22] Nobody has to translate again because something that a text mentions is called otherwise, or is gone and left its name there. */
function isSameForTranslation(one: string, two: string): boolean {
  if (one === two) return true;
  return richTextEquals(stripMentionLabels(one), stripMentionLabels(two)) || richTextEquals(unwrapAllMentions(one), unwrapAllMentions(two));
}
