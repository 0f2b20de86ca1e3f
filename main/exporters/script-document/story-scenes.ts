/** The scenes of a story: one for each board, in the order in which a player can reach them, with their elements and choices. */
import { appendAll } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { hasTextInAnyLanguage } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { listConditions } from '../../../shared/play/story-paths.ts';
import { BoardScope } from '../../story-format/story-selection.ts';
import type { DocumentOptions } from '../document-format.ts';
import { describeConditionScript } from './condition-words.ts';

export interface SceneLine {
  /** `<record>/<field>`. An import of translations identifies the text by it. */
  readonly key: string;
  readonly field: 'title' | 'content' | 'label';
  readonly text: LocalizedText;
  /** The condition under which the line is reached; null if there is none. */
  readonly condition: Message | null;
}
export interface SceneElement {
  readonly id: string;
  readonly title: SceneLine;
  readonly content: SceneLine;
  /** The components of the element, which are its speakers. */
  readonly componentIds: readonly string[];
  /** The labels of the choices after it. Each label occurs in one scene only. */
  readonly choices: readonly SceneLine[];
}
export interface Scene {
  readonly boardId: string;
  readonly elements: readonly SceneElement[];
}

export function listScenes(project: Project, { boardIds, componentIds }: Pick<DocumentOptions, 'boardIds' | 'componentIds'>): Scene[] {
  const boards = new BoardScope(project, [...boardIds]);
  const requiredComponents = new Set(componentIds);
  const elementsByBoard = new Map<string, SceneElement[]>();
  const listed = new Set<string>();
  for (const id of elementsInStoryOrder(project)) {
    const element = project.find('element', id);
    if (!element || !boards.has(element.boardId)) continue;
    const components = project.children('componentAttachment', id, 'components').map(({ componentId }) => componentId);
    if (requiredComponents.size > 0 && !components.some((each) => requiredComponents.has(each))) continue;
    const elements = elementsByBoard.get(element.boardId) ?? [];
    elementsByBoard.set(element.boardId, elements);
    elements.push(describeElement(project, element, components, listed));
  }
  return [...elementsByBoard].map(([boardId, elements]) => ({ boardId, elements }));
}

/** All elements: first those that can be reached from the start along the connections, then the others, board by board. */
function elementsInStoryOrder(project: Project): ReadonlySet<string> {
  const order = new Set<string>();
  const { startingElement, roots } = project.projectRecord;
  if (startingElement !== null) addReachable(project, startingElement, order);
  const addBoard = (board: string): void => {
    for (const id of project.childIds(board, 'elements')) addReachable(project, id, order);
    for (const child of project.childIds(board, 'boards')) addBoard(child);
  };
  addBoard(roots.board);
  return order;
}

/** Visits depth first, so that the elements after a choice follow each other. */
function addReachable(project: Project, from: string, order: Set<string>): void {
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (order.has(id) || !project.find('element', id)) continue;
    order.add(id);
    const next = outputsOf(project, id).flatMap(({ connection }) => targetElementOf(project, connection) ?? []);
    appendAll(open, next.toReversed());
  }
}

interface Output {
  readonly connection: StoryRecord<'connection'>;
  readonly condition: Message | null;
}

/** The connections that leave an element, and those that leave the branches to which they lead. */
function outputsOf(project: Project, elementId: string): Output[] {
  const outputs: Output[] = [];
  const seen = new Set<string>();
  const follow = (connection: StoryRecord<'connection'>, condition: Message | null): void => {
    if (seen.has(connection.id)) return;
    seen.add(connection.id);
    outputs.push({ connection, condition });
    if (!project.find('branch', connection.targetid)) return;
    for (const { id, role, script } of listConditions(project, connection.targetid))
      for (const next of project.children('connection', id, 'outputs')) follow(next, describeRole(project, role, script));
  };
  for (const connection of project.children('connection', elementId, 'outputs')) follow(connection, null);
  return outputs;
}

function describeRole(project: Project, role: StoryRecord<'condition'>['role'], script: string | null): Message | null {
  if (role === 'else') return message('document.else');
  const condition = describeConditionScript(project, script);
  if (!condition) return null;
  return role === 'if' ? message('document.if', { condition }) : message('document.elseIf', { condition });
}

function targetElementOf(project: Project, { targetid }: StoryRecord<'connection'>): string | undefined {
  return project.find('element', targetid)?.id ?? project.find('jumper', targetid)?.elementId ?? undefined;
}

function describeElement(
  project: Project,
  element: StoryRecord<'element'>,
  componentIds: readonly string[],
  listed: Set<string>,
): SceneElement {
  const { id } = element;
  const condition = conditionOfEntry(project, id);
  const choices = outputsOf(project, id).flatMap(({ connection, condition: when }): SceneLine[] => {
    if (listed.has(connection.id)) return [];
    listed.add(connection.id);
    return [{ key: `${connection.id}/label`, field: 'label', text: connection.label, condition: when }];
  });
  return {
    id,
    title: { key: `${id}/title`, field: 'title', text: element.title, condition },
    content: { key: `${id}/content`, field: 'content', text: element.content, condition },
    componentIds,
    choices: choices.filter(({ text }) => hasTextInAnyLanguage(text)),
  };
}

/** The condition under which an element is entered, if it is only entered by a single condition of a branch. */
function conditionOfEntry(project: Project, elementId: string): Message | null {
  const entries = [...project.referrersOf(elementId)].flatMap((id) => project.find('connection', id) ?? project.find('jumper', id) ?? []);
  const [entry] = entries;
  if (entries.length !== 1 || entry?.kind !== 'connection' || project.projectRecord.startingElement === elementId) return null;
  const condition = project.find('condition', entry.sourceid);
  return condition ? describeRole(project, condition.role, condition.script) : null;
}
