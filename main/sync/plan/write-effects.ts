/**
 * The effects of our writes on the remote project and on the base. A removal ([Boards, Elements, Components, Assets] DELETE, G6, G22): the records that are removed together
 * with it, and the references that others lose.
 */
import { type Change, type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { positionFields } from '../../../shared/model/kinds/record-envelope.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf, removeListEntries, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { mentionNameOf, withLabelsAfterRenaming } from '../../engine/decide/derived-texts.ts';
import { type FieldPath, fieldPathsOf, hasSameLabels, isSameField, parentField, withFieldFrom } from './field-paths.ts';
import { cascadeIds } from './merge-trees.ts';

/** The remaining records that lose references, as they are afterwards. */
export function recordsAfterRemovals(project: Project, roots: readonly string[]): Map<string, AnyRecord> {
  const gone = new Set(roots.flatMap((id) => [...cascadeIds(id, project)]));
  const after = new Map<string, AnyRecord>();
  for (const id of gone)
    for (const holder of project.referrersOf(id)) {
      const record = gone.has(holder) ? undefined : (after.get(holder) ?? project.get(holder));
      if (record) after.set(holder, withoutReferencesTo(record, id));
    }
  return after;
}

export function removalChanges(project: Project, id: string): ChangeSet {
  const gone = [...cascadeIds(id, project)].flatMap((each): Change[] => {
    const before = project.get(each);
    return before ? [{ before }] : [];
  });
  const cleared = [...recordsAfterRemovals(project, [id]).values()].flatMap((after): Change[] => {
    const before = project.get(after.id);
    return before ? [{ before, after }] : [];
  });
  return [...gone, ...cleared];
}

function withoutReferencesTo(record: AnyRecord, gone: string): AnyRecord {
  let after = record;
  for (const reference of referencesOf(record)) {
    const { targetId, rulePath, rule } = reference;
    if (targetId !== gone) continue;
    if (rule.onTargetRemoved === 'clear') after = { ...after, [rule.clearedField ?? rulePath]: null };
    else if (rule.onTargetRemoved === 'drop') after = removeListEntries(after, reference, gone);
  }
  for (const text of textsOfRecord(after))
    if (text.rule.format !== 'plain' && text.text.includes(gone)) after = replaceText(after, text, unwrapMention(text.text, gone));
  return after;
}

/** The effects of renaming a record on the remote: the labels of its mentions change (G22). The change of the record itself comes first. */
export function changesByRenaming(before: AnyRecord, after: AnyRecord, project: Project): Change[] {
  const main: Change = { before, after };
  if (jsonEquals(mentionNameOf(before), mentionNameOf(after))) return [main];
  const labels = [...project.referrersOf(after.id)].sort().flatMap((id): Change[] => {
    const referrer = id === after.id ? undefined : project.get(id);
    const relabelled = referrer && withLabelsAfterRenaming(referrer, before, after, project.mainLocale);
    return referrer && relabelled && relabelled !== referrer ? [{ before: referrer, after: relabelled }] : [];
  });
  return [{ before, after: withLabelsAfterRenaming(after, before, after, project.mainLocale) }, ...labels];
}

/** How an acknowledged write changes the base: only the fields that were sent. Conflicts about other fields of the record remain open. */
export interface BaseUpdate {
  readonly put: readonly AnyRecord[];
  readonly removedIds: readonly string[];
}

/** `created` contains the local id that was sent, and the id that the remote has assigned. */
export function baseUpdateFor(base: Project, expected: ChangeSet, created?: { readonly from: string; readonly to: string }): BaseUpdate {
  const put: AnyRecord[] = [];
  const removedIds: string[] = [];
  for (const { before, after } of expected) {
    if (!after) removedIds.push(before.id);
    else if (!before) put.push(after.id === created?.from ? { ...after, id: created.to } : after);
    else {
      const row = base.get(after.id);
      if (row) put.push(withSentFields(row, before, after));
    }
  }
  return { put, removedIds };
}

function withSentFields(row: AnyRecord, before: AnyRecord, after: AnyRecord): AnyRecord {
  let updated = row;
  for (const fieldPath of fieldPathsOf(before, after))
    if (!isSameField(after.kind, fieldPath, before, after) || isOnlyRelabelled(fieldPath, row, before, after))
      updated = withFieldFrom(updated, fieldPath, after);
  const by = parentField(after.kind);
  if (by !== null && before[by] !== after[by]) updated = { ...updated, [by]: after[by] };
  for (const rank of positionFields)
    if (after[rank] !== undefined && !jsonEquals(before[rank], after[rank])) updated = { ...updated, [rank]: after[rank] };
  return updated;
}

/** Renaming a record changes labels in texts of other records. If such a text is in conflict, its base differs and is retained. */
const isOnlyRelabelled = (fieldPath: FieldPath, row: AnyRecord, before: AnyRecord, after: AnyRecord): boolean =>
  !hasSameLabels(fieldPath, before, after) && isSameField(row.kind, fieldPath, row, before);
