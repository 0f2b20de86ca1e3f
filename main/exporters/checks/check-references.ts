/** Ids and mentions that point at nothing. The engine lets none come about; a text may bring one along from elsewhere. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages, recordNameMessages } from '../../../shared/messages/en/check.ts';
import { type AnyRecord, getKind, isKindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type RecordText, referencesOf, textsOfRecord } from '../../../shared/model/references.ts';
import { findMentions, type Mention, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { type CheckContext, projectSubject } from './check-context.ts';

/** [Exports] Some importers throw on an id that points at nothing. */
export function checkReferences(checking: CheckContext, record: AnyRecord): void {
  const { project } = checking;
  for (const { targetId, rule, valuePath } of referencesOf(record)) {
    const found = project.get(targetId);
    if ((found && rule.targetKinds.includes(found.kind)) || record.kind === 'project') continue;
    const message = checkMessages.dangling(recordName(checking, record), valuePath, targetId);
    checking.reportImporterError('dangling-id', subjectOf(project, record), message);
  }
}

/** [G22] A mention of what is gone is only words; it can be made what it says. What a script speaks of is told with the script. */
export function checkMentions(checking: CheckContext, record: AnyRecord): void {
  const lost: RecordText[] = [];
  for (const text of textsOfRecord(record)) {
    if (text.rule.format === 'plain' || text.rule.format === 'script' || !text.text.includes('data-id')) continue;
    if (text.locale !== null && !checking.languages.includes(text.locale)) continue;
    if (danglingMentions(checking.project, text.text).length > 0) lost.push(text);
  }
  if (lost.length === 0) return;
  const fix = unwrapMentionsFix(checking.project, record, lost);
  checking.warn('dangling-mention', subjectOf(checking.project, record), checkMessages.danglingMention(recordName(checking, record)), fix);
}

/** Mentions outside of scripts whose target is not there. */
function danglingMentions(project: Project, html: string): Mention[] {
  return findMentions(html.replace(/<code\b.*?<\/code>/gs, '')).filter(({ id, type }) => !project.find(type, id));
}

function unwrapMentionsFix(project: Project, record: AnyRecord, texts: readonly RecordText[]): QuickFix {
  const fields: Record<string, unknown> = {};
  for (const { field, locale, text } of texts) {
    const html = danglingMentions(project, text).reduce((before, { id }) => unwrapMention(before, id), text);
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: { text: html } };
    else fields[field] = record.kind === 'attribute' ? { ...Object(record.value), data: html } : html;
  }
  const { kind, id } = record;
  return { label: checkMessages.fixes.wordsOnly, command: { do: 'change', kind, id, fields } };
}

/** What one clicks on for a record that is not seen by itself: the branch of a condition, the owner of an attribute. */
function subjectOf(project: Project, record: AnyRecord): { kind: AnyRecord['kind']; id: string } {
  const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
  const found = typeof holder === 'string' ? project.get(holder) : undefined;
  if (found && isKindName(found.kind)) return { kind: found.kind, id: found.id };
  return record.kind === 'project' ? projectSubject : { kind: record.kind, id: record.id };
}

function recordName(checking: CheckContext, record: AnyRecord): string {
  const { project } = checking;
  const { kind, id } = subjectOf(project, record);
  const element = project.find('element', id);
  const connection = project.find('connection', id);
  const component = project.find('component', id);
  const boardOf = (at: string): string => checking.boardName(String(project.get(at)?.boardId ?? ''));
  const name = element
    ? checking.elementName(element)
    : connection
      ? checking.connectionName(connection)
      : component
        ? checking.componentName(component)
        : kind === 'board'
          ? checking.boardName(id)
          : kind === 'note' || kind === 'jumper' || kind === 'branch' || kind === 'comment'
            ? recordNameMessages.on[kind](boardOf(id))
            : recordNameMessages.other(getKind(kind).label, id);
  const attribute = record.kind === 'attribute' ? (record as unknown as StoryRecord<'attribute'>).name : null;
  return attribute === null ? name : recordNameMessages.attribute(attribute, name);
}
