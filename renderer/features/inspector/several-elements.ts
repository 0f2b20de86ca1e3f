/** What several selected elements have in common, and the commands that change it in all of them: each is one step of undo. Pure. */
import { addToList } from '../../../shared/lists.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import type { AttributeValue, AttributeValueType } from '../../../shared/model/kinds/attribute-value.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { combineCommands } from '../../records/board/edit-commands.ts';
import { attachComponentCommands } from '../../records/components/component-attachments.ts';
import { emptyValueOf, valueTypeOf } from './attributes/attribute-types.ts';

/** A component that is attached to at least one of the elements. */
interface SharedComponent {
  readonly componentId: string;
  readonly attachmentIds: readonly string[];
}

/** Each component once, in the order of the elements and of their lists. An element has a component at most once. */
export function sharedComponents(project: Project, elementIds: readonly string[]): readonly SharedComponent[] {
  const found = new Map<string, string[]>();
  for (const elementId of elementIds)
    for (const { id, componentId } of project.children('componentAttachment', elementId, 'components')) {
      addToList(found, componentId, id);
    }
  return [...found].map(([componentId, attachmentIds]) => ({ componentId, attachmentIds }));
}

/** Attaches a component to those of the elements that do not have it. */
export const attachToAllCommand = (project: Project, elementIds: readonly string[], componentId: string): Command | null =>
  combineCommands(elementIds.flatMap((elementId) => attachComponentCommands(project, elementId, [componentId])));

export const detachFromAllCommand = (attachmentIds: readonly string[]): Command | null =>
  combineCommands(attachmentIds.map((id): SingleCommand => ({ do: 'remove', kind: 'componentAttachment', id })));

type Attribute = StoryRecord<'attribute'>;

/** The attributes of one name and type. An element may have several of them. */
export interface SharedAttribute {
  readonly name: string | null;
  readonly type: AttributeValueType;
  readonly attributes: readonly Attribute[];
  /** The elements that have one. */
  readonly ownerIds: ReadonlySet<string>;
  /** The value of all of them; null if it differs. */
  readonly value: AttributeValue | null;
}

/** In the order of the elements and of their attributes. */
export function sharedAttributes(project: Project, elementIds: readonly string[]): readonly SharedAttribute[] {
  const found = new Map<string, Attribute[]>();
  for (const elementId of elementIds)
    for (const attribute of project.children('attribute', elementId, 'attributes')) {
      const key = JSON.stringify([attribute.name, valueTypeOf(attribute.value)]);
      addToList(found, key, attribute);
    }
  return [...found.values()].flatMap((attributes): SharedAttribute[] => {
    const [first] = attributes;
    if (!first) return [];
    const { name, value } = first;
    const isCommon = attributes.every((each) => hasSameContent(each.value, value));
    return [
      { name, type: valueTypeOf(value), attributes, ownerIds: new Set(attributes.map(({ cId }) => cId)), value: isCommon ? value : null },
    ];
  });
}

/** Entries of lists have ids of their own, which say nothing about the value. */
function hasSameContent(one: AttributeValue, two: AttributeValue): boolean {
  const [listOne, listTwo] = [listedIds(one), listedIds(two)];
  return listOne && listTwo ? jsonEquals(listOne, listTwo) : jsonEquals(one, two);
}

/** The components or assets of a list; null for other values. */
function listedIds(value: AttributeValue): readonly string[] | null {
  if (value.type === 'component-list') return (value.data ?? []).map(({ component }) => component);
  if (value.type === 'asset-list') return (value.data ?? []).map(({ asset }) => asset);
  return null;
}

/** Scripts cannot refer to attributes of elements: no use of them is broken. */
export const removeAttributesCommand = ({ attributes }: SharedAttribute): Command | null =>
  combineCommands(attributes.map(({ id }): SingleCommand => ({ do: 'remove', kind: 'attribute', id })));

/** Creates the attribute in those of the elements that lack it, with the common value if there is one. */
export const addToOthersCommand = ({ name, type, ownerIds, value }: SharedAttribute, elementIds: readonly string[]): Command | null =>
  combineCommands(
    elementIds
      .filter((id) => !ownerIds.has(id))
      .map(
        (cId): SingleCommand => ({
          do: 'create',
          kind: 'attribute',
          fields: { cId, cType: 'elements', name, value: value ?? emptyValueOf(type) },
        }),
      ),
  );

/** A component or an asset that is in at least one of the lists. */
interface SharedEntry {
  readonly targetId: string;
  /** The number of lists that contain it. */
  readonly count: number;
}

export function sharedEntries({ attributes }: SharedAttribute): readonly SharedEntry[] {
  const counts = new Map<string, number>();
  for (const { value } of attributes)
    for (const targetId of new Set(listedIds(value))) counts.set(targetId, (counts.get(targetId) ?? 0) + 1);
  return [...counts].map(([targetId, count]) => ({ targetId, count }));
}

/** The list with a component or an asset at its end, unless it contains that. */
export function withEntry(value: AttributeValue, targetId: string, newId: () => string): AttributeValue {
  if (listedIds(value)?.includes(targetId) !== false) return value;
  if (value.type === 'component-list') return { ...value, data: [...(value.data ?? []), { id: newId(), component: targetId }] };
  return value.type === 'asset-list' ? { ...value, data: [...(value.data ?? []), { id: newId(), asset: targetId }] } : value;
}

export function withoutEntry(value: AttributeValue, targetId: string): AttributeValue {
  if (!listedIds(value)?.includes(targetId)) return value;
  if (value.type === 'component-list') return { ...value, data: nullIfEmpty(value.data?.filter((each) => each.component !== targetId)) };
  return value.type === 'asset-list' ? { ...value, data: nullIfEmpty(value.data?.filter((each) => each.asset !== targetId)) } : value;
}

const nullIfEmpty = <T>(list: readonly T[] | undefined): T[] | null => (list && list.length > 0 ? [...list] : null);
