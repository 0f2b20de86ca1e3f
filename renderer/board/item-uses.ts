/** Who speaks of what stands on a board: jumpers, the start of the story, mentions in texts and scripts. What goes with it is no user. Pure. */
import type { Project } from '../../shared/project.ts';
import type { Told } from '../assets/use-list.tsx';
import { whoIs } from '../state/who-is.ts';
import { removeItemsWords as words } from '../words/en/remove-items.ts';
import { itemAt } from './items.ts';

export function itemUses(project: Project, ids: ReadonlySet<string>): Told[] {
  // Who speaks of several of them is told once.
  const uses = new Map<string, Told>();
  for (const id of ids)
    for (const holder of project.holdersOf(id)) {
      const how = howOf(project, holder, id);
      if (how !== null && !goesAlong(project, holder, ids)) uses.set(`${holder} ${how}`, { id: holder, who: whoIs(project, holder), how });
    }
  return [...uses.values()];
}

function howOf(project: Project, holder: string, id: string): string | null {
  const record = project.at(holder);
  if (!record || record.kind === 'componentAttachment' || record.kind === 'audioAttachment') return null;
  if (record.kind === 'jumper') return words.jumps;
  if (record.kind === 'project') return words.starts;
  // What belongs to it, and its connections, refer to it and do not speak of it.
  return [record.cId, record.branchId, record.sourceid, record.targetid].includes(id) ? null : words.mentions;
}

/** The holder itself, or what it belongs to, is among those that go; a connection goes with either end. */
function goesAlong(project: Project, holder: string, ids: ReadonlySet<string>): boolean {
  const record = project.at(holder);
  const owners = [holder, record?.cId, record?.branchId, record?.sourceid, record?.targetid];
  return owners.some((owner) => typeof owner === 'string' && (ids.has(owner) || ids.has(project.find('condition', owner)?.branchId ?? '')));
}

/** What is told of one, or of several. */
export const removeTitle = (project: Project, ids: ReadonlySet<string>): string => {
  const items = [...ids].filter((id) => itemAt(project, id));
  const [only, ...more] = items;
  return only !== undefined && more.length === 0 ? words.one(whoIs(project, only)) : words.several(items.length);
};
