/** Cascading deletions in the model ([Boards] delete, [Elements], [Components], [Assets], G6, G22). */
import { drop, type Model, recordOf, subtree, type Texts } from './model-state.ts';

export function removeBoard(model: Model, id: string): void {
  const removedIds = subtree(model.boards, id);
  const parent = recordOf(model.boards, id).parentId;
  if (parent !== null) drop(recordOf(model.boards, parent).children, id);
  for (const each of removedIds) {
    const board = recordOf(model.boards, each);
    for (const connection of [...board.connections]) removeConnection(model, connection);
    for (const branch of [...board.branches]) removeBranch(model, branch);
    for (const jumper of [...board.jumpers]) removeJumper(model, jumper);
    for (const note of [...board.notes]) removeNote(model, note);
    for (const element of [...board.elements]) removeElement(model, element);
    for (const attribute of [...board.attributes]) removeAttribute(model, attribute);
  }
  for (const each of removedIds) {
    model.boards.delete(each);
    for (const element of model.elements.values()) if (element.linkedBoard === each) element.linkedBoard = null;
  }
}

export function removeElement(model: Model, id: string): void {
  const element = recordOf(model.elements, id);
  removeConnectionsAt(model, id);
  for (const attribute of [...element.attributes]) removeAttribute(model, attribute);
  for (const attachment of element.components) model.attachments.delete(attachment);
  for (const audio of element.audio) model.audios.delete(audio);
  for (const jumper of model.jumpers.values()) if (jumper.elementId === id) jumper.elementId = null;
  if (model.start === id) model.start = null;
  drop(recordOf(model.boards, element.boardId).elements, id);
  model.elements.delete(id);
}

export function removeNote(model: Model, id: string): void {
  drop(recordOf(model.boards, recordOf(model.notes, id).boardId).notes, id);
  model.notes.delete(id);
}

export function removeJumper(model: Model, id: string): void {
  removeConnectionsAt(model, id);
  drop(recordOf(model.boards, recordOf(model.jumpers, id).boardId).jumpers, id);
  model.jumpers.delete(id);
}

export function removeBranch(model: Model, id: string): void {
  const branch = recordOf(model.branches, id);
  removeConnectionsAt(model, id);
  for (const condition of [...conditionsOf(model, id)]) removeCondition(model, condition);
  drop(recordOf(model.boards, branch.boardId).branches, id);
  model.branches.delete(id);
}

export const conditionsOf = (model: Model, branchId: string): string[] => {
  const { ifCondition, elseIfConditions, elseCondition } = recordOf(model.branches, branchId);
  return [ifCondition, ...elseIfConditions, ...(elseCondition === null ? [] : [elseCondition])];
};

export function removeCondition(model: Model, id: string): void {
  const branch = recordOf(model.branches, recordOf(model.conditions, id).branchId);
  removeConnectionsAt(model, id);
  drop(branch.elseIfConditions, id);
  if (branch.elseCondition === id) branch.elseCondition = null;
  model.conditions.delete(id);
}

function removeConnectionsAt(model: Model, end: string): void {
  for (const [id, { sourceid, targetid }] of [...model.connections]) if (sourceid === end || targetid === end) removeConnection(model, id);
}

export function removeConnection(model: Model, id: string): void {
  const { boardId, sourceid } = recordOf(model.connections, id);
  drop(recordOf(model.boards, boardId).connections, id);
  const source = model.elements.get(sourceid);
  if (source) drop(source.outputs, id);
  model.connections.delete(id);
}

export function removeAttribute(model: Model, id: string): void {
  const { cId } = recordOf(model.attributes, id);
  const owner = model.elements.get(cId) ?? model.boards.get(cId) ?? recordOf(model.components, cId);
  drop(owner.attributes, id);
  model.attributes.delete(id);
}

export function removeComponent(model: Model, id: string): void {
  const parent = recordOf(model.components, id).parentId;
  if (parent !== null) drop(recordOf(model.components, parent).children, id);
  for (const each of subtree(model.components, id)) {
    for (const attribute of [...recordOf(model.components, each).attributes]) removeAttribute(model, attribute);
    for (const [attachment, { elementId, componentId }] of [...model.attachments]) {
      if (componentId !== each) continue;
      drop(recordOf(model.elements, elementId).components, attachment);
      model.attachments.delete(attachment);
    }
    dropFromLists(model, 'component', each);
    eachText(model, (text) => text.replace(spanOf(each), '$2'));
  }
  for (const each of subtree(model.components, id)) model.components.delete(each);
}

export function removeAsset(model: Model, id: string): void {
  const parent = recordOf(model.assets, id).parentId;
  if (parent !== null) drop(recordOf(model.assets, parent).children, id);
  for (const each of subtree(model.assets, id)) {
    for (const holder of [...model.elements.values(), ...model.components.values()]) if (holder.cover?.id === each) holder.cover = null;
    for (const [audio, { elementId, assetId }] of [...model.audios]) {
      if (assetId !== each) continue;
      drop(recordOf(model.elements, elementId).audio, audio);
      model.audios.delete(audio);
    }
    dropFromLists(model, 'asset', each);
  }
  for (const each of subtree(model.assets, id)) model.assets.delete(each);
}

/** [Attribute] an entry for a deleted record leaves its list, and an empty list is null. */
function dropFromLists(model: Model, field: 'component' | 'asset', removedIds: string): void {
  for (const { value } of model.attributes.values()) {
    if (value.type !== `${field}-list` || !Array.isArray(value.data)) continue;
    const left = value.data.filter((entry: Record<string, unknown>) => entry[field] !== removedIds);
    value.data = left.length > 0 ? left : null;
  }
}

const spanOf = (id: string) => new RegExp(`<span([^>]*data-id="${id}"[^>]*)>([^<]*)</span>`, 'g');

/** [Components] mention labels are updated: each language with the name in that language, or else in the main one. */
export function relabel(model: Model, id: string, before: Texts, after: Texts): void {
  const name = (texts: Texts, language: string | null) => texts[language ?? model.main] ?? texts[model.main] ?? '';
  eachText(model, (text, language) => {
    const label = name(after, language);
    if (label === '' || label === name(before, language)) return text;
    return text.replace(spanOf(id), (_whole, attributes: string) => {
      const labelled = attributes.replace(/ data-label="[^"]*"/, ` data-label="${label}"`);
      return `<span${labelled}>${label}</span>`;
    });
  });
}

function eachText(model: Model, write: (text: string, language: string | null) => string): void {
  const localized = [
    ...[...model.elements.values()].flatMap(({ title, content }) => [title, content]),
    ...[...model.connections.values()].map(({ label }) => label),
  ];
  for (const texts of localized)
    for (const [language, text] of Object.entries(texts)) if (text?.includes('<span')) texts[language] = write(text, language);
  for (const holder of [...model.notes.values()]) if (holder.content?.includes('<span')) holder.content = write(holder.content, null);
}
