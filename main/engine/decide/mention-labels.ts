/** Updates the labels of mentions when the mentioned record is renamed (G22). */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import {
  mentionLabel,
  mentionNameOf,
  relabelMention,
  withLabelsAfterRenaming,
  withMentionLabel,
} from '../../../shared/model/mention-labels.ts';
import type { ProjectDraft } from './project-draft.ts';

export function updateMentionLabels(draft: ProjectDraft): void {
  for (const [before, after] of findRenamedRecords(draft))
    for (const referrer of referringRecords(after.id, draft)) {
      const relabelled = withLabelsAfterRenaming(referrer, before, after, draft.project.mainLocale);
      if (relabelled !== referrer) draft.put(relabelled);
    }
}

/**
 * Updates the labels after a revert. Texts that the revert itself restores keep their labels; in other texts, only mentions that show the
 * replaced name get the restored one.
 */
export function updateMentionLabelsAfterRevert(draft: ProjectDraft): void {
  const restoredIds = new Set([...draft.writtenRecords()].map(({ id }) => id));
  const main = draft.project.mainLocale;
  for (const [before, after] of findRenamedRecords(draft))
    for (const referrer of referringRecords(after.id, draft)) {
      if (restoredIds.has(referrer.id)) continue;
      const isShown = (text: string, locale: string | null) =>
        relabelMention(text, after.id, mentionLabel(mentionNameOf(before), locale, main)) === text;
      const relabelled = withMentionLabel(referrer, after.id, (locale) => mentionLabel(mentionNameOf(after), locale, main), isShown);
      if (relabelled !== referrer) draft.put(relabelled);
    }
}

function findRenamedRecords(draft: ProjectDraft): (readonly [before: AnyRecord, after: AnyRecord])[] {
  return [...draft.writtenRecords()].flatMap((after) => {
    const before = draft.project.get(after.id);
    return before && !jsonEquals(mentionNameOf(before), mentionNameOf(after)) ? [[before, after] as const] : [];
  });
}

const referringRecords = (id: string, draft: ProjectDraft): AnyRecord[] =>
  [...draft.project.referrersOf(id)].flatMap((referrer) => draft.get(referrer) ?? []);
