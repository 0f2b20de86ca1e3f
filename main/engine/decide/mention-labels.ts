/** When something that texts mention is renamed, the mentions take its new name (G22). */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { relabelMention } from '../../../shared/rich-text/mentions.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import type { ProjectDraft } from './project-draft.ts';

/** Localized texts take the name of their own language, all others that of the main one; where that is as it was, nothing changes. */
export function updateMentionLabels(stage: ProjectDraft): void {
  const main = stage.project.mainLocale;
  for (const [before, after] of findRenamedRecords(stage)) {
    const label = (locale: string | null) => labelForLocale(mentionNameOf(after), locale, main);
    const differs = (_text: string, locale: string | null) => labelForLocale(mentionNameOf(before), locale, main) !== label(locale);
    for (const holder of referringRecords(after.id, stage)) relabelMentionsIn(holder, after.id, label, differs, stage);
  }
}

/**
 * The same when a step is taken back: texts that the step itself brings back stay as they were, and of the others only
 * the mentions that show the name that goes away take the one that comes back.
 */
export function updateMentionLabelsAfterRevert(stage: ProjectDraft): void {
  const asTheyWere = new Set([...stage.writtenRecords()].map(({ id }) => id));
  const main = stage.project.mainLocale;
  for (const [before, after] of findRenamedRecords(stage))
    for (const holder of referringRecords(after.id, stage)) {
      if (asTheyWere.has(holder.id)) continue;
      const shown = (text: string, locale: string | null) =>
        relabelMention(text, after.id, labelForLocale(mentionNameOf(before), locale, main)) === text;
      relabelMentionsIn(holder, after.id, (locale) => labelForLocale(mentionNameOf(after), locale, main), shown, stage);
    }
}

function findRenamedRecords(stage: ProjectDraft): (readonly [before: AnyRecord, after: AnyRecord])[] {
  return [...stage.writtenRecords()].flatMap((after) => {
    const before = stage.project.get(after.id);
    return before && !jsonEquals(mentionNameOf(before), mentionNameOf(after)) ? [[before, after] as const] : [];
  });
}

const referringRecords = (id: string, stage: ProjectDraft): AnyRecord[] =>
  [...stage.project.referrersOf(id)].flatMap((holder) => stage.get(holder) ?? []);

function relabelMentionsIn(
  holder: AnyRecord,
  id: string,
  labelFor: (locale: string | null) => string,
  applies: (text: string, locale: string | null) => boolean,
  stage: ProjectDraft,
): void {
  let after = holder;
  for (const text of textsOfRecord(holder)) {
    if (text.rule.format === 'plain' || !text.text.includes(id) || !applies(text.text, text.locale)) continue;
    const label = labelFor(text.locale);
    const relabelled = label === '' ? text.text : relabelMention(text.text, id, label);
    if (relabelled !== text.text) after = replaceText(after, text, relabelled);
  }
  if (after !== holder) stage.put(after);
}

/** What a mention of the record would say: a text, or one for each language; undefined for kinds that nobody mentions. */
function mentionNameOf(record: AnyRecord): string | LocalizedText | undefined {
  if (record.kind === 'board') return String(record.name);
  if (record.kind === 'component') return record.name as LocalizedText;
  return record.kind === 'element' ? (record.title as LocalizedText) : undefined;
}

function labelForLocale(name: string | LocalizedText | undefined, locale: string | null, main: string): string {
  if (name === undefined || typeof name === 'string') return name ?? '';
  return richTextToPlainText(name[locale ?? main]?.text ?? name[main]?.text ?? null);
}
