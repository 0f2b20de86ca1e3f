/** When something that texts mention is renamed, the mentions take its new name (G22). */
import { same } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { textsOf, withText } from '../../shared/references.ts';
import { relabelMention } from '../../shared/rich-text/mentions.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import type { Stage } from './stage.ts';

/** Localized texts take the name of their own language, all others that of the main one; where that is as it was, nothing changes. */
export function settleMentions(stage: Stage): void {
  const main = stage.project.mainLocale;
  for (const [before, after] of renamed(stage)) {
    const label = (locale: string | null) => labelIn(nameOf(after), locale, main);
    const differs = (_text: string, locale: string | null) => labelIn(nameOf(before), locale, main) !== label(locale);
    for (const holder of holdersOf(after.id, stage)) relabel(holder, after.id, label, differs, stage);
  }
}

/**
 * The same when a step is taken back: texts that the step itself brings back stay as they were, and of the others only
 * the mentions that show the name that goes away take the one that comes back.
 */
export function settleMentionsTakenBack(stage: Stage): void {
  const asTheyWere = new Set([...stage.puts()].map(({ id }) => id));
  const main = stage.project.mainLocale;
  for (const [before, after] of renamed(stage))
    for (const holder of holdersOf(after.id, stage)) {
      if (asTheyWere.has(holder.id)) continue;
      const shown = (text: string, locale: string | null) => relabelMention(text, after.id, labelIn(nameOf(before), locale, main)) === text;
      relabel(holder, after.id, (locale) => labelIn(nameOf(after), locale, main), shown, stage);
    }
}

function renamed(stage: Stage): (readonly [before: AnyRecord, after: AnyRecord])[] {
  return [...stage.puts()].flatMap((after) => {
    const before = stage.project.at(after.id);
    return before && !same(nameOf(before), nameOf(after)) ? [[before, after] as const] : [];
  });
}

const holdersOf = (id: string, stage: Stage): AnyRecord[] => [...stage.project.holdersOf(id)].flatMap((holder) => stage.at(holder) ?? []);

function relabel(
  holder: AnyRecord,
  id: string,
  labelFor: (locale: string | null) => string,
  applies: (text: string, locale: string | null) => boolean,
  stage: Stage,
): void {
  let after = holder;
  for (const text of textsOf(holder)) {
    if (text.rule.holds === 'plain' || !text.text.includes(id) || !applies(text.text, text.locale)) continue;
    const label = labelFor(text.locale);
    const relabelled = label === '' ? text.text : relabelMention(text.text, id, label);
    if (relabelled !== text.text) after = withText(after, text, relabelled);
  }
  if (after !== holder) stage.put(after);
}

/** What a mention of the record would say: a text, or one for each language; undefined for kinds that nobody mentions. */
function nameOf(record: AnyRecord): string | LocalizedText | undefined {
  if (record.kind === 'board') return String(record.name);
  if (record.kind === 'component') return record.name as LocalizedText;
  return record.kind === 'element' ? (record.title as LocalizedText) : undefined;
}

function labelIn(name: string | LocalizedText | undefined, locale: string | null, main: string): string {
  if (name === undefined || typeof name === 'string') return name ?? '';
  return plainText(name[locale ?? main]?.text ?? name[main]?.text ?? null);
}
