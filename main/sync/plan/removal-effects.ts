/**
 * The effects of a removal on the remote ([Boards, Elements, Components, Assets] DELETE, G6, G22): the records that are removed together
 * with it, and the references that others lose.
 */
import type { Change, ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf, removeListEntries, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { cascadeIds } from './merge-removals.ts';

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
