/** What a record is called, for sentences: its own name or text, else what it belongs to. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { LocalizedText } from '../../../shared/kinds/fields.ts';
import type { Project } from '../../../shared/project.ts';
import { plainText } from '../../../shared/rich-text/plain-text.ts';
import { kindSentences } from '../../../shared/words/en/kinds.ts';

/** Letters of a title. */
const longest = 60;

/** The first words that a record has; empty where it has none. */
export function titleOf(record: AnyRecord | undefined, project: Project): string {
  if (!record) return '';
  const named = [record.title, record.name, record.content, record.label].map((text) => wordsOf(text, project.mainLocale));
  const own = named.find((text) => text !== '') ?? (typeof record.script === 'string' ? plainText(record.script) || record.script : '');
  return shortened(own === '' ? belongingOf(record, project) : own);
}

/** The kind and its title: `the element “Gate”`. */
export const calledIn = kindSentences.called;

function wordsOf(text: unknown, main: string): string {
  if (typeof text === 'string') return plainText(text);
  if (typeof text !== 'object' || text === null) return '';
  const texts = text as LocalizedText;
  const [any] = Object.values(texts).filter((each) => each?.text);
  return plainText(texts[main]?.text ?? any?.text ?? null);
}

/** Attachments and connections have no words of their own: those of what they hang on. */
function belongingOf(record: AnyRecord, project: Project): string {
  for (const field of ['componentId', 'assetId', 'elementId', 'cId', 'sourceid', 'branchId']) {
    const target = project.at(String(record[field] ?? ''));
    if (target && target.id !== record.id && target.kind !== record.kind) return titleOf(target, project);
  }
  return '';
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
};
