/** Rules of assets that depend on other assets, on stored files, or on the records that use them (G35). */
import { appendAll } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictFault, type StateFault } from '../../../shared/problem.ts';
import type { DecisionContext, Fields, ProjectDraft } from './project-draft.ts';

const isTemplate = (type: unknown): boolean => String(type).startsWith('template-');

/**
 * [G35] Whether an asset belongs to a template, either itself or as a folder that contains a template asset at any level. The root never
 * does.
 */
export function isTemplateTree(id: string, project: Project): boolean {
  if (id === project.projectRecord.roots.asset) return false;
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const asset = project.find('asset', next);
    if (asset && isTemplate(asset.type)) return true;
    if (asset?.type === 'folder') appendAll(queue, project.childIds(next, 'assets'));
  }
  return false;
}

/** [G35] Nothing can be put into a folder of a template. */
export const findTemplateParentFault = (parentId: unknown, project: Project): Message | undefined =>
  typeof parentId === 'string' && isTemplateTree(parentId, project) ? message('fault.folder.ofTemplate') : undefined;

/**
 * [G35] Adds an error if the requested fields would give an asset another type than that of its stored bytes. While the asset is in use,
 * the error is a conflict. Files of a remote are not checked, because sync reconciles them.
 */
export function validateStoredType(
  requested: Readonly<Fields>,
  before: StoryRecord<'asset'> | undefined,
  { draft, errors, findStoredFile, origin }: DecisionContext,
): void {
  const { type = before?.type, file = before?.file } = requested;
  const changed = (['file', 'type'] as const).find((field) => requested[field] !== undefined && requested[field] !== before?.[field]);
  const stored = typeof file === 'string' ? findStoredFile(file) : undefined;
  if (changed === undefined || !stored || origin === 'remote' || type === stored.type || type === undefined || type === 'folder') return;
  if (isTemplate(type)) return;
  const conflict = before && findUseConflict(before, draft);
  if (conflict) errors.addState(changed, conflict);
  else errors.addInvalidField(changed, message('fault.file.otherType', { found: stored.type, expected: String(type) }));
}

/** The conflict (409) if the type of an asset changes that is used as audio or as a cover; undefined if there is none. */
export function findUseConflict({ id, type }: StoryRecord<'asset'>, draft: ProjectDraft): StateFault | undefined {
  for (const referrerId of draft.project.referrersOf(id)) {
    const referrer = draft.get(referrerId);
    const cover: unknown = referrer?.cover;
    const isCover = typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === id;
    if (referrer && (isCover || referrer.assetId === id))
      return conflictFault('invalid_target', message('problem.assetInUse', { type }), { kind: referrer.kind, id: referrerId });
  }
  return undefined;
}
