/** Who uses a component: elements that carry it, texts that mention it, attributes that list it. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { mentionsIn } from '../../shared/rich-text/mentions.ts';
import type { Told } from '../assets/use-list.tsx';
import { componentTree, subtree } from '../state/tree-moves.ts';
import { whoIs } from '../state/who-is.ts';
import { componentsWords } from '../words/en/components.ts';

const texts: Readonly<Record<string, string>> = {
  title: componentsWords.mentionsItInThe,
  content: componentsWords.mentionsItInTheText,
  label: componentsWords.mentionsItOnIts,
  script: componentsWords.mentionsItInA,
  text: componentsWords.mentionsIt,
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
  const seen = new Set<string>();
  return uses.filter(({ id, how }) => !seen.has(`${id} ${how}`) && seen.add(`${id} ${how}`));
}

function usesBy(project: Project, holder: AnyRecord, id: string, gone: ReadonlySet<string>): Told[] {
  const attachment = project.find('componentAttachment', holder.id);
  if (attachment) return [told(project, holder.id, attachment.elementId, componentsWords.carriesIt)];
  const attribute = project.find('attribute', holder.id);
  if (attribute && gone.has(attribute.cId)) return [];
  if (attribute?.value.type === 'component-list' && attribute.value.data?.some(({ component }) => component === id))
    return [told(project, holder.id, holder.id, componentsWords.inItsAttribute(attribute.name ?? ''))];
  const fields = new Set<string>();
  for (const { field, text, rule } of textsOf(holder))
    if (rule.holds !== 'plain' && text.includes(id) && mentionsIn(text).some((mention) => mention.id === id)) fields.add(field);
  return [...fields].map((field) =>
    told(
      project,
      holder.id,
      holder.id,
      attribute ? componentsWords.mentionsItIn(attribute.name ?? '') : (texts[field] ?? componentsWords.mentionsIt),
    ),
  );
}

/** Who it is gets its words when they are read: of thousands only the first few are shown. */
const told = (project: Project, id: string, whoId: string, how: string): Told => ({
  id,
  how,
  get who() {
    return whoIs(project, whoId);
  },
});
