/** Deletes items. If they are used elsewhere, lists the usages and asks for confirmation first. */
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { removeOrConfirm } from '../../../navigation/removal-dialog.tsx';
import { removeCommand } from '../../../records/board/edit-commands.ts';
import { findItem } from '../../../records/board/items.ts';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import type { RecordUsage } from '../../../records/names/record-usage.ts';
import { currentProject } from '../../../state/open-project.ts';

/** Deletes what there is of the items when the user has confirmed it: others may change the story meanwhile. Returns whether they were deleted. */
export function confirmAndRemoveItems(project: Project, ids: ReadonlySet<string>): Promise<boolean> {
  const uses = findItemUsages(project, ids);
  return removeOrConfirm({
    title: removeDialogTitle(project, ids),
    uses,
    usesHint: t('removeItems.used', { count: uses.length }),
    remove: async () => {
      const left = [...ids].filter((id) => currentProject().has(id));
      const command = removeCommand(currentProject(), left);
      if (command) await removeRecords(left, command);
    },
  });
}

/**
 * The usages of board items: jumpers, the start of the story unless no element is left, mentions in texts and scripts. Items that are deleted together do not
 * count. Pure.
 */
export function findItemUsages(project: Project, ids: ReadonlySet<string>): RecordUsage[] {
  // A record that refers to several of the items is listed once.
  const uses = new Map<string, RecordUsage>();
  const removedElements = [...ids].filter((id) => project.find('element', id)).length;
  const isElementLeft = project.countOfKind('element') > removedElements;
  for (const id of ids)
    for (const holder of project.referrersOf(id)) {
      const how = usageDescription(project, holder, id);
      if (how !== null && !isRemovedWith(project, holder, ids) && (isElementLeft || holder !== projectRecordId))
        uses.set(`${holder} ${how}`, { id: holder, who: describeRecord(project, holder), how });
    }
  return [...uses.values()];
}

function usageDescription(project: Project, holder: string, id: string): string | null {
  const record = project.get(holder);
  if (!record || record.kind === 'componentAttachment' || record.kind === 'audioAttachment') return null;
  if (record.kind === 'jumper') return t('removeItems.jumps');
  if (record.kind === 'project') return t('removeItems.starts');
  // Child records and connections refer to the item but do not count as usages.
  return [record.cId, record.branchId, record.sourceid, record.targetid].includes(id) ? null : t('removeItems.mentions');
}

/** Whether the record is deleted as well: it or its owner is among the items, or it is a connection with an end there. */
function isRemovedWith(project: Project, holder: string, ids: ReadonlySet<string>): boolean {
  const record = project.get(holder);
  const owners = [holder, record?.cId, record?.branchId, record?.sourceid, record?.targetid];
  return owners.some((owner) => typeof owner === 'string' && (ids.has(owner) || ids.has(project.find('condition', owner)?.branchId ?? '')));
}

/** Names the item if there is only one; otherwise counts the items. */
export const removeDialogTitle = (project: Project, ids: ReadonlySet<string>): string => {
  const items = [...ids].filter((id) => findItem(project, id));
  const [only, ...more] = items;
  return only !== undefined && more.length === 0
    ? t('removeItems.one', { who: describeRecord(project, only, 'inSentence') })
    : t('removeItems.several', { count: items.length });
};
