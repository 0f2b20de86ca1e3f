/** When something that texts mention is renamed, the mentions take its new name (G22). */
import { same } from '../../shared/changes.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { textsOf, withText } from '../../shared/references.ts';
import { relabelMention } from '../../shared/rich-text/mentions.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import type { Stage } from './stage.ts';

/** Localized texts take the name of their own language, all others that of the main one. */
export function settleMentions(stage: Stage): void {
  for (const after of [...stage.puts()]) {
    const before = stage.project.at(after.id);
    if (!before || same(nameOf(before), nameOf(after))) continue;
    for (const holderId of stage.project.holdersOf(after.id)) {
      const holder = stage.at(holderId);
      if (holder) relabel(holder, after, stage);
    }
  }
}

function relabel(holder: AnyRecord, named: AnyRecord, stage: Stage): void {
  const main = stage.project.mainLocale;
  let after = holder;
  for (const text of textsOf(holder)) {
    if (text.rule.holds === 'plain' || !text.text.includes(named.id)) continue;
    const label = labelIn(nameOf(named), text.locale ?? main, main);
    const relabelled = label === '' ? text.text : relabelMention(text.text, named.id, label);
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

function labelIn(name: string | LocalizedText | undefined, locale: string, main: string): string {
  if (name === undefined || typeof name === 'string') return name ?? '';
  return plainText(name[locale]?.text ?? name[main]?.text ?? null);
}
