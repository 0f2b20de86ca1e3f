/** Who speaks of what stands on a board: jumpers, the start of the story, mentions in texts and scripts. What goes with it is no user. Pure. */

import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { findItem } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import type { RecordUsage } from '../../../records/names/record-usage.ts';

export function findItemUsages(project: Project, ids: ReadonlySet<string>): RecordUsage[] {
  // Who speaks of several of them is told once.
  const uses = new Map<string, RecordUsage>();
  for (const id of ids)
    for (const holder of project.referrersOf(id)) {
      const how = usageDescription(project, holder, id);
      if (how !== null && !isRemovedWith(project, holder, ids))
        uses.set(`${holder} ${how}`, { id: holder, who: describeRecord(project, holder), how });
    }
  return [...uses.values()];
}

function usageDescription(project: Project, holder: string, id: string): string | null {
  const record = project.get(holder);
  if (!record || record.kind === 'componentAttachment' || record.kind === 'audioAttachment') return null;
  if (record.kind === 'jumper') return t('removeItems.jumps');
  if (record.kind === 'project') return t('removeItems.starts');
  // What belongs to it, and its connections, refer to it and do not speak of it.
  return [record.cId, record.branchId, record.sourceid, record.targetid].includes(id) ? null : t('removeItems.mentions');
}

/** The holder itself, or what it belongs to, is among those that go; a connection goes with either end. */
function isRemovedWith(project: Project, holder: string, ids: ReadonlySet<string>): boolean {
  const record = project.get(holder);
  const owners = [holder, record?.cId, record?.branchId, record?.sourceid, record?.targetid];
  return owners.some((owner) => typeof owner === 'string' && (ids.has(owner) || ids.has(project.find('condition', owner)?.branchId ?? '')));
}

/** What is told of one, or of several. */
export const removeDialogTitle = (project: Project, ids: ReadonlySet<string>): string => {
  const items = [...ids].filter((id) => findItem(project, id));
  const [only, ...more] = items;
  return only !== undefined && more.length === 0
    ? t('removeItems.one', { who: describeRecord(project, only) })
    : t('removeItems.several', { count: items.length });
};
