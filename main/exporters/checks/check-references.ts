/** Finds ids and mentions of records that do not exist. No command creates them, but an imported story may contain some. */

import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { message } from '../../../shared/messages/message.ts';
import { type AnyRecord, isKindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type RecordText, referencesOf, textsThatMention } from '../../../shared/model/references.ts';
import { findMentions, type Mention, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { replaceElements } from '../../../shared/rich-text/replace-elements.ts';
import { type CheckContext, type FindingSubject, projectSubject, type RecordName } from './check-context.ts';

/** [Exports] some importers throw on the id of a record that does not exist. */
export function checkReferences(context: CheckContext, record: AnyRecord): void {
  const { project } = context;
  for (const { targetId, rule, valuePath } of referencesOf(record)) {
    const found = project.get(targetId);
    if ((found && rule.targetKinds.includes(found.kind)) || record.kind === 'project') continue;
    const text = message('check.reference.missing', { record: recordName(context, record), field: valuePath, id: targetId });
    context.reportImporterError('dangling-id', subjectOf(project, record), text);
  }
}

/**
 * [G22] a mention whose target has been deleted is shown as plain text; the fix turns it into plain text. Mentions in scripts are reported
 * by check-scripts.ts.
 */
export function checkMentions(context: CheckContext, record: AnyRecord): void {
  const danglingTexts: RecordText[] = [];
  for (const text of textsThatMention(record)) {
    if (text.rule.format === 'script' || (text.locale !== null && !context.languages.includes(text.locale))) continue;
    if (danglingMentions(context.project, text.text).length > 0) danglingTexts.push(text);
  }
  if (danglingTexts.length === 0) return;
  const fix = unwrapMentionsFix(context.project, record, danglingTexts);
  const text = message('check.mention.missing', { record: recordName(context, record) });
  context.warn('dangling-mention', subjectOf(context.project, record), text, fix);
}

/** Mentions outside of scripts whose target does not exist. */
function danglingMentions(project: Project, html: string): Mention[] {
  return findMentions(replaceElements(html, 'code', () => '')).filter(({ id, type }) => !project.find(type, id));
}

function unwrapMentionsFix(project: Project, record: AnyRecord, texts: readonly RecordText[]): QuickFix {
  const fields: Record<string, unknown> = {};
  for (const { field, locale, text } of texts) {
    const html = danglingMentions(project, text).reduce((before, { id }) => unwrapMention(before, id), text);
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: { text: html } };
    else fields[field] = record.kind === 'attribute' ? { ...Object(record.value), data: html } : html;
  }
  const { kind, id } = record;
  return { label: message('check.fix.unwrapMention'), command: { do: 'change', kind, id, fields } };
}

/** The record to show in the window for one that is part of another: the branch of a condition, the owner of an attribute. */
function subjectOf(project: Project, record: AnyRecord): { kind: AnyRecord['kind']; id: string } {
  const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
  const found = typeof holder === 'string' ? project.get(holder) : undefined;
  if (found && isKindName(found.kind)) return { kind: found.kind, id: found.id };
  return record.kind === 'project' ? projectSubject : { kind: record.kind, id: record.id };
}

function recordName(context: CheckContext, record: AnyRecord): RecordName {
  const owner = subjectName(context, subjectOf(context.project, record));
  const attribute = record.kind === 'attribute' ? context.project.find('attribute', record.id)?.name : null;
  return attribute == null ? owner : message('check.name.attribute', { owner, name: attribute });
}

function subjectName(context: CheckContext, { kind, id }: FindingSubject): RecordName {
  const { project } = context;
  const element = project.find('element', id);
  if (element) return context.elementName(element);
  const connection = project.find('connection', id);
  if (connection) return context.connectionName(connection);
  const component = project.find('component', id);
  if (component) return context.componentName(component);
  if (kind === 'board') return context.boardName(id);
  if (kind === 'note' || kind === 'jumper' || kind === 'branch' || kind === 'comment')
    return message('check.name.boardItem', { kind, board: context.boardLocation(String(project.get(id)?.boardId ?? '')) });
  return message('check.name.record', { kind, id });
}
