/** Attributes as the API shows them, individually and through their owner ([Attribute], [Attributes], G8). */

import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';
import { defineReply, requireRecord } from './records.ts';

type AttributeOwnerKind = 'element' | 'board' | 'component';

/** [Attribute] only text has `plain`, and only variables have `customId`. */
const storedAttribute = defineReply('attribute', 'single', {
  order: ['*', 'value', 'cId', 'cType', 'customId'],
  computed: {
    value: ({ value }) => {
      const { type, data } = value;
      return value.type === 'string' ? { type, data, plain: value.plain } : { type, data };
    },
  },
});

export const serializeAttribute = (project: Project, attributeId: string) =>
  storedAttribute(requireRecord(project, 'attribute', attributeId), project);

/** In display order. Throws a 404 for a missing owner and a 400 for a folder. */
export const serializeOwnerAttributes = (project: Project, kind: AttributeOwnerKind, ownerId: string) =>
  project
    .children('attribute', requireAttributeOwner(project, kind, ownerId).id, 'attributes')
    .map((attribute) => storedAttribute(attribute, project));

/** The attribute must belong to the owner in the path, otherwise this throws a 404. */
export function serializeOwnerAttribute(project: Project, kind: AttributeOwnerKind, ownerId: string, attributeId: string) {
  const { id } = requireAttributeOwner(project, kind, ownerId);
  const attribute = project.find('attribute', attributeId);
  if (attribute?.cId !== id) throw notFoundProblem(kindNoun('attribute'), attributeId);
  return storedAttribute(attribute, project);
}

function requireAttributeOwner(project: Project, kind: AttributeOwnerKind, id: string): { readonly id: string } {
  const record: { readonly id: string; readonly type?: string } = requireRecord(project, kind, id);
  if (record.type === 'folder') throw invalidFieldProblem(`${kind}Id`, message('fault.folder.noAttributes'));
  return record;
}
