/** The effects of renaming a record on the remote: the labels of its mentions change (G22). */
import { type Change, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { mentionNameOf, withLabelsAfterRenaming } from '../../../shared/model/mention-labels.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The change of the record itself comes first. */
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
