/**
 * Extends removals to the records that refer to the removed ones, by the reference rules of each kind (`cascade`, `clear`, `drop`).
 * Texts that mention a removed record keep the words of the mention without the link (G22).
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { referencesOf, removeListEntries, replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { unwrapMention } from '../../../shared/rich-text/mentions.ts';
import type { ProjectDraft } from './project-draft.ts';

/** Completes the removals of a draft. The cost grows with the number of referrers, not with the size of the project. */
export function cascadeRemovals(draft: ProjectDraft): void {
  const queue = [...draft.removedIds()];
  for (let removedId = queue.pop(); removedId !== undefined; removedId = queue.pop()) {
    for (const referrerId of draft.project.referrersOf(removedId)) {
      const referrer = draft.get(referrerId);
      if (referrer && detachReferrer(referrer, removedId, draft) === 'removed') queue.push(referrerId);
    }
  }
}

function detachReferrer(referrer: AnyRecord, removedId: string, draft: ProjectDraft): 'removed' | 'retained' {
  let after = referrer;
  for (const reference of referencesOf(referrer)) {
    if (reference.targetId !== removedId) continue;
    switch (reference.rule.onTargetRemoved) {
      case 'cascade':
        draft.remove(referrer.id);
        return 'removed';
      case 'clear':
        after = { ...after, [reference.rule.clearedField ?? reference.rulePath]: null };
        break;
      case 'drop':
        after = removeListEntries(after, reference, removedId);
    }
  }
  for (const text of textsOfRecord(after)) {
    if (text.rule.format === 'plain' || !text.text.includes(removedId)) continue;
    const unwrapped = unwrapMention(text.text, removedId);
    if (unwrapped !== text.text) after = replaceText(after, text, unwrapped);
  }
  if (after !== referrer) draft.put(after);
  return 'retained';
}
