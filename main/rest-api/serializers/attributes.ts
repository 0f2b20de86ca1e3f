/** Attributes as the service shows them, by themselves and through their owner ([Attribute], [Attributes], G8). */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';
import { requireRecord } from './require-record.ts';

export type AttributeOwnerKind = 'element' | 'board' | 'component';

/** [Attribute] `plain` goes with text only, `customId` with variables only. */
function toAttributeJson({ id, name, size, value, cId, cType, customId }: StoryRecord<'attribute'>) {
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

export const serializeAttribute = (project: Project, attributeId: string) =>
  toAttributeJson(requireRecord(project, 'attribute', attributeId));

/** In display order. A missing owner is a 404, a folder a 400. */
export const serializeOwnerAttributes = (project: Project, kind: AttributeOwnerKind, ownerId: string) =>
  project.children('attribute', requireAttributeOwner(project, kind, ownerId).id, 'attributes').map(toAttributeJson);

/** It must belong to the owner that the route names, else it is a 404. */
export function serializeOwnerAttribute(project: Project, kind: AttributeOwnerKind, ownerId: string, attributeId: string) {
  const { id } = requireAttributeOwner(project, kind, ownerId);
  const attribute = project.find('attribute', attributeId);
  if (attribute?.cId !== id) throw notFoundProblem('attribute', attributeId);
  return toAttributeJson(attribute);
}

function requireAttributeOwner(project: Project, kind: AttributeOwnerKind, id: string): { readonly id: string } {
  const record: { readonly id: string; readonly type?: string } = requireRecord(project, kind, id);
  if (record.type === 'folder') throw invalidFieldProblem(`${kind}Id`, 'is a folder; folders have no attributes');
  return record;
}
