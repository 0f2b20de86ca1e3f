/** Attributes as the service shows them, by themselves and through their owner ([Attribute], [Attributes], G8). */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import { invalid, notFound } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import { found } from './found.ts';

export type OwnerKind = 'element' | 'board' | 'component';

/** [Attribute] `plain` goes with text only, `customId` with variables only. */
function formOf({ id, name, size, value, cId, cType, customId }: StoryRecord<'attribute'>) {
  const { type, data } = value;
  return {
    id,
    name,
    size,
    value: value.type === 'string' ? { type, data, plain: value.plain } : { type, data },
    cId,
    cType,
    ...(customId !== null && { customId }),
  };
}

export const storedAttribute = (project: Project, attributeId: string) => formOf(found(project, 'attribute', attributeId));

/** In display order. A missing owner is a 404, a folder a 400. */
export const attributesOf = (project: Project, kind: OwnerKind, ownerId: string) =>
  project.children('attribute', owner(project, kind, ownerId).id, 'attributes').map(formOf);

/** It must belong to the owner that the route names, else it is a 404. */
export function attributeOf(project: Project, kind: OwnerKind, ownerId: string, attributeId: string) {
  const { id } = owner(project, kind, ownerId);
  const attribute = project.find('attribute', attributeId);
  if (attribute?.cId !== id) throw notFound('attribute', attributeId);
  return formOf(attribute);
}

function owner(project: Project, kind: OwnerKind, id: string): { readonly id: string } {
  const record: { readonly id: string; readonly type?: string } = found(project, kind, id);
  if (record.type === 'folder') throw invalid(`${kind}Id`, 'is a folder; folders have no attributes');
  return record;
}
