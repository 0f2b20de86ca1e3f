/** The usages of a component: elements that have it attached, texts that mention it, attributes that list it. */

import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { findMentions } from '../../../shared/rich-text/mentions.ts';
import { t } from '../../messages/translate.ts';
import { describeRecord } from '../names/describe-record.ts';
import type { RecordUsage } from '../names/record-usage.ts';
import { componentTree, subtreeIds } from '../trees/record-tree.ts';

const mentionMessages = (): Readonly<Record<string, string>> => ({
  title: t('components.uses.inTitle'),
  content: t('components.uses.inText'),
  label: t('components.uses.inLabel'),
  script: t('components.uses.inCondition'),
  text: t('components.uses.mention'),
});

/** For a folder: the usages of everything in it. Records that are deleted together with it are not listed. */
export function findComponentUsages(project: Project, ids: readonly string[]): RecordUsage[] {
  const removedIds = new Set(ids.flatMap((id) => subtreeIds(componentTree, project, id)));
  const uses = [...removedIds].flatMap((id) =>
    [...project.referrersOf(id)].flatMap((holder) => {
      const record = project.get(holder);
      return record ? usagesBy(project, record, id, removedIds) : [];
    }),
  );
  const listed = new Set<string>();
  return uses.filter(({ id, how }) => !listed.has(`${id} ${how}`) && listed.add(`${id} ${how}`));
}

function usagesBy(project: Project, holder: AnyRecord, id: string, removedIds: ReadonlySet<string>): RecordUsage[] {
  const attachment = project.find('componentAttachment', holder.id);
  if (attachment) return [toUsage(project, holder.id, attachment.elementId, t('components.uses.attached'))];
  const attribute = project.find('attribute', holder.id);
  if (attribute && removedIds.has(attribute.cId)) return [];
  if (attribute?.value.type === 'component-list' && attribute.value.data?.some(({ component }) => component === id))
    return [toUsage(project, holder.id, holder.id, t('components.uses.inAttribute', { name: attribute.name ?? '' }))];
  const fields = new Set<string>();
  for (const { field, text, rule } of textsOfRecord(holder))
    if (rule.format !== 'plain' && text.includes(id) && findMentions(text).some((mention) => mention.id === id)) fields.add(field);
  return [...fields].map((field) =>
    toUsage(
      project,
      holder.id,
      holder.id,
      attribute
        ? t('components.uses.mentionIn', { name: attribute.name ?? '' })
        : (mentionMessages()[field] ?? t('components.uses.mention')),
    ),
  );
}

/** Labels are computed when they are read, because only the first few of thousands are shown. */
const toUsage = (project: Project, id: string, whoId: string, how: string): RecordUsage => ({
  id,
  how,
  get who() {
    return describeRecord(project, whoId);
  },
});
