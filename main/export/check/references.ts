/** Ids and mentions that point at nothing. The engine lets none come about; a text may bring one along from elsewhere. */
import type { Fix } from '../../../shared/findings.ts';
import { type AnyRecord, isKindName, kindNamed, type StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { referencesOf, type Text, textsOf } from '../../../shared/references.ts';
import { type Mention, mentionsIn, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { checkSentences, recordNames } from '../../../shared/words/en/check.ts';
import { type Checking, wholeStory } from './checking.ts';

/** [Exports] Unity and Godot throw on an id that points at nothing. */
export function checkReferences(checking: Checking, record: AnyRecord): void {
  const { project } = checking;
  for (const { id, rule, at } of referencesOf(record)) {
    const found = project.at(id);
    if ((found && rule.to.includes(found.kind)) || record.kind === 'project') continue;
    checking.refuse('dangling-id', aboutOf(project, record), checkSentences.dangling(nameOf(checking, record), at, id), {
      thrownBy: ['unity', 'godot'],
    });
  }
}

/** [G22] A mention of what is gone is only words; it can be made what it says. What a script speaks of is told with the script. */
export function checkMentions(checking: Checking, record: AnyRecord): void {
  const lost: Text[] = [];
  for (const text of textsOf(record)) {
    if (text.rule.holds === 'plain' || text.rule.holds === 'script' || !text.text.includes('data-id')) continue;
    if (text.locale !== null && !checking.languages.includes(text.locale)) continue;
    if (lostIn(checking.project, text.text).length > 0) lost.push(text);
  }
  if (lost.length === 0) return;
  const fix = unwrapped(checking.project, record, lost);
  checking.warn('dangling-mention', aboutOf(checking.project, record), checkSentences.danglingMention(nameOf(checking, record)), fix);
}

/** Mentions outside of scripts whose target is not there. */
function lostIn(project: Project, html: string): Mention[] {
  return mentionsIn(html.replace(/<code\b.*?<\/code>/gs, '')).filter(({ id, type }) => !project.find(type, id));
}

function unwrapped(project: Project, record: AnyRecord, texts: readonly Text[]): Fix {
  const fields: Record<string, unknown> = {};
  for (const { field, locale, text } of texts) {
    const html = lostIn(project, text).reduce((before, { id }) => unwrapMention(before, id), text);
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: { text: html } };
    else fields[field] = record.kind === 'attribute' ? { ...Object(record.value), data: html } : html;
  }
  const { kind, id } = record;
  return { label: checkSentences.fixes.wordsOnly, command: { do: 'change', kind, id, fields } };
}

/** What one clicks on for a record that is not seen by itself: the branch of a condition, the owner of an attribute. */
function aboutOf(project: Project, record: AnyRecord): { kind: AnyRecord['kind']; id: string } {
  const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
  const found = typeof holder === 'string' ? project.at(holder) : undefined;
  if (found && isKindName(found.kind)) return { kind: found.kind, id: found.id };
  return record.kind === 'project' ? wholeStory : { kind: record.kind, id: record.id };
}

function nameOf(checking: Checking, record: AnyRecord): string {
  const { project } = checking;
  const { kind, id } = aboutOf(project, record);
  const element = project.find('element', id);
  const connection = project.find('connection', id);
  const component = project.find('component', id);
  const boardOf = (at: string): string => checking.board(String(project.at(at)?.boardId ?? ''));
  const name = element
    ? checking.element(element)
    : connection
      ? checking.connection(connection)
      : component
        ? checking.component(component)
        : kind === 'board'
          ? checking.board(id)
          : kind === 'note' || kind === 'jumper' || kind === 'branch' || kind === 'comment'
            ? recordNames.on[kind](boardOf(id))
            : recordNames.other(kindNamed(kind).label, id);
  const attribute = record.kind === 'attribute' ? (record as unknown as StoryRecord<'attribute'>).name : null;
  return attribute === null ? name : recordNames.attribute(attribute, name);
}
