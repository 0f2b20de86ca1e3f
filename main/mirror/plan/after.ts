/** What a project is like after a removal ([Boards, Elements, Components, Assets] DELETE, G6, G22): what falls with it, and what those that stay lose. */
import type { Change, ChangeSet } from '../../../shared/changes.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { referencesOf, textsOf, withText } from '../../../shared/references.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { fallsWith } from './removals.ts';

/** The records that stay and lose something, as they will be. */
export function afterRemovals(project: Project, roots: readonly string[]): Map<string, AnyRecord> {
  const gone = new Set(roots.flatMap((id) => [...fallsWith(id, project)]));
  const after = new Map<string, AnyRecord>();
  for (const id of gone)
    for (const holder of project.holdersOf(id)) {
      const record = gone.has(holder) ? undefined : (after.get(holder) ?? project.at(holder));
      if (record) after.set(holder, without(record, id));
    }
  return after;
}

export function removalOf(project: Project, id: string): ChangeSet {
  const gone = [...fallsWith(id, project)].flatMap((each): Change[] => {
    const before = project.at(each);
    return before ? [{ before }] : [];
  });
  const cleared = [...afterRemovals(project, [id]).values()].flatMap((after): Change[] => {
    const before = project.at(after.id);
    return before ? [{ before, after }] : [];
  });
  return [...gone, ...cleared];
}

function without(record: AnyRecord, gone: string): AnyRecord {
  let after = record;
  for (const { id, path, rule } of referencesOf(record)) {
    if (id !== gone) continue;
    if (rule.whenGone === 'clear') after = { ...after, [rule.clears ?? path]: null };
    else if (rule.whenGone === 'drop') after = withoutEntries(after, gone);
  }
  for (const text of textsOf(after))
    if (text.rule.holds !== 'plain' && text.text.includes(gone)) after = withText(after, text, unwrapMention(text.text, gone));
  return after;
}

/** Only the lists of attributes drop entries ([Attribute]); an emptied one is null. */
function withoutEntries(record: AnyRecord, gone: string): AnyRecord {
  const value = record.value as { type: string; data: Record<string, unknown>[] | null };
  const left = (value.data ?? []).filter((entry) => entry.component !== gone && entry.asset !== gone);
  return { ...record, value: { ...value, data: left.length > 0 ? left : null } };
}
