/** Who uses a component: elements that carry it, texts that mention it, attributes that list it. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { mentionsIn } from '../../shared/rich-text/mentions.ts';
import type { Told } from '../assets/use-list.tsx';
import { whoIs } from '../board/who-is.ts';
import { componentTree, subtree } from '../state/tree-moves.ts';

const texts: Readonly<Record<string, string>> = {
  title: 'mentions it in the title',
  content: 'mentions it in the text',
  label: 'mentions it on its label',
  script: 'mentions it in a condition',
  text: 'mentions it',
};

/** For a folder: who uses anything in it. What goes with them is no user. */
export function componentUses(project: Project, ids: readonly string[]): Told[] {
  const gone = new Set(ids.flatMap((id) => subtree(componentTree, project, id)));
  const uses = [...gone].flatMap((id) =>
    [...project.holdersOf(id)].flatMap((holder) => {
      const record = project.at(holder);
      return record ? usesBy(project, record, id, gone) : [];
    }),
  );
  const told = new Set<string>();
  return uses.filter(({ id, how }) => !told.has(`${id} ${how}`) && told.add(`${id} ${how}`));
}

function usesBy(project: Project, holder: AnyRecord, id: string, gone: ReadonlySet<string>): Told[] {
  const attachment = project.find('componentAttachment', holder.id);
  if (attachment) return [{ id: holder.id, who: whoIs(project, attachment.elementId), how: 'carries it' }];
  const attribute = project.find('attribute', holder.id);
  if (attribute && gone.has(attribute.cId)) return [];
  const who = whoIs(project, holder.id);
  if (attribute?.value.type === 'component-list' && attribute.value.data?.some(({ component }) => component === id))
    return [{ id: holder.id, who, how: `in its attribute “${attribute.name ?? ''}”` }];
  const fields = new Set<string>();
  for (const { field, text, rule } of textsOf(holder))
    if (rule.holds !== 'plain' && text.includes(id) && mentionsIn(text).some((mention) => mention.id === id)) fields.add(field);
  return [...fields].map((field) => ({
    id: holder.id,
    who,
    how: attribute ? `mentions it in “${attribute.name ?? ''}”` : (texts[field] ?? 'mentions it'),
  }));
}
