/**
 * What else goes or changes when records go: their holders, as each kind's reference rules say (`cascade`, `clear`,
 * `drop`, `refuse`), and texts that mention them (the mention is unwrapped, its words stay: G22).
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Reference, referencesOf, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { conflictProblem } from '../../../shared/problem.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import type { ProjectDraft } from './project-draft.ts';

/** Completes the removals of a stage. Its cost is that of the holders, not of the project. */
export function cascadeRemovals(stage: ProjectDraft): void {
  const queue = [...stage.removedIds()];
  for (let gone = queue.pop(); gone !== undefined; gone = queue.pop()) {
    for (const holderId of stage.project.referrersOf(gone)) {
      const holder = stage.get(holderId);
      if (!holder) continue;
      if (detachReferrer(holder, gone, stage) === 'goes') queue.push(holderId);
    }
  }
}

function detachReferrer(holder: AnyRecord, gone: string, stage: ProjectDraft): 'goes' | 'stays' {
  let after = holder;
  for (const reference of referencesOf(holder)) {
    if (reference.targetId !== gone) continue;
    switch (reference.rule.onTargetRemoved) {
      case 'cascade':
        stage.remove(holder.id);
        return 'goes';
      case 'refuse':
        throw conflictProblem('invalid_target', `The ${getKind(holder.kind).label} ${holder.id} still needs it.`, {
          kind: holder.kind,
          id: holder.id,
        });
      case 'clear':
        after = { ...after, [reference.rule.clearedField ?? reference.rulePath]: null };
        break;
      case 'drop':
        after = removeListEntries(after, reference, gone);
    }
  }
  for (const text of textsOfRecord(after)) {
    if (text.rule.format === 'plain' || !text.text.includes(gone)) continue;
    const unwrapped = unwrapMention(text.text, gone);
    if (unwrapped !== text.text) after = replaceText(after, text, unwrapped);
  }
  if (after !== holder) stage.put(after);
  return 'stays';
}

/** Leaves the entries of a list out that name `gone`; an emptied list is null ([Attribute] empty lists are stored as null). */
function removeListEntries(record: AnyRecord, { rulePath }: Reference, gone: string): AnyRecord {
  const [listPath = '', key = ''] = rulePath.split('[].');
  const [field = '', inner = ''] = listPath.split('.');
  const held = record[field] as Record<string, unknown>;
  const list = (held[inner] ?? []) as Record<string, unknown>[];
  const left = list.filter((entry) => entry[key] !== gone);
  return { ...record, [field]: { ...held, [inner]: left.length > 0 ? left : null } };
}
