/** What the API shows when records are read, individually and in lists, kind by kind. */

import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { boardLists, type ItemKind, itemKinds, kinds, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { hasTextInAnyLanguage } from '../../../shared/model/translation-state.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';
import {
  childIds,
  defineReply,
  localeCodes,
  mainLocaleText,
  nameWithLocaleFallback,
  requireBoard,
  requireRecord,
  serializeLocalizedText,
  walkTree,
} from './records.ts';

/** [Board and folder] every entry has the same fields; the counts of folders and the root are 0, and boards have no children. */
export function serializeBoardTree(project: Project) {
  return [...walkTree(project, 'board')].map(({ id, name, type, parentId }) => ({
    id,
    name,
    type,
    parentId,
    children: type === 'folder' ? childIds(project, 'board', id) : [],
    elementCount: project.listSize(id, 'elements'),
    noteCount: project.listSize(id, 'notes'),
    connectionCount: project.listSize(id, 'connections'),
    branchCount: project.listSize(id, 'branches'),
    jumperCount: project.listSize(id, 'jumpers'),
  }));
}

const itemLists = [...boardLists, 'comments', 'attributes'];
const storedBoard = defineReply('board', 'single', {
  order: ['*', ...itemLists],
  computed: Object.fromEntries(
    itemLists.map((list) => [list, ({ id }: { readonly id: string }, project: Project) => project.childIds(id, list)]),
  ),
});

/** A folder has `children` instead of item lists, and no customId. */
export function serializeBoard(project: Project, boardId: string) {
  const board = requireRecord(project, 'board', boardId);
  const { id, name, type } = board;
  return type === 'folder' ? { id, name, children: childIds(project, 'board', id) } : storedBoard(board, project);
}

/** [Element] in the order of the board. `title` is the main language's rich text; `hasContent` considers every language. */
export function serializeBoardElements(project: Project, boardId: string) {
  const board = requireBoard(project, boardId);
  return project.children('element', board.id, 'elements').map(({ id, title, x, y, width, height, theme, content }) => ({
    id,
    title: mainLocaleText(title, project),
    x,
    y,
    width,
    height,
    theme,
    hasContent: hasTextInAnyLanguage(content),
    componentCount: project.listSize(id, 'components'),
    attributeCount: project.listSize(id, 'attributes'),
    outputCount: project.listSize(id, 'outputs'),
  }));
}

const storedElement = defineReply('element', 'single', {
  order: ['*', 'components', 'outputs', 'attributes', 'assets', 'linkedBoard'],
  omit: ['cover'],
  computed: {
    components: ({ id }, project) =>
      project
        .children('componentAttachment', id, 'components')
        .map((attachment) => ({ id: attachment.id, component: attachment.componentId })),
    outputs: ({ id }, project) => project.childIds(id, 'outputs'),
    attributes: ({ id }, project) => project.childIds(id, 'attributes'),
    assets: ({ id, cover }, project) => ({
      cover,
      audio: project
        .children('audioAttachment', id, 'audio')
        .map((attachment) => ({ id: attachment.id, asset: attachment.assetId, mode: attachment.mode, delay: attachment.delay })),
    }),
  },
});

/** An element as a single read shows it ([Element, G12]). */
export const serializeElement = (project: Project, elementId: string) =>
  storedElement(requireRecord(project, 'element', elementId), project);

/** [Note] an entry of a list has `autoHeight`, a single read has the board. */
const noteItem = defineReply('note', 'list', { order: ['content', '*'], omit: ['boardId'] });
const storedNote = defineReply('note', 'single');

export const serializeBoardNotes = (project: Project, boardId: string) =>
  project.children('note', requireBoard(project, boardId).id, 'notes').map((note) => noteItem(note, project));
export const serializeNote = (project: Project, noteId: string) => storedNote(requireRecord(project, 'note', noteId), project);

const plainLists = new Map(itemKinds.map((kind) => [kind, defineReply(kind, 'list')]));
const plainRecords = new Map(itemKinds.map((kind) => [kind, defineReply(kind, 'single')]));

/** The list of a board, of a kind whose reply consists of its fields ([Jumper] an entry of a list also has width and height). */
export function serializeBoardItems(project: Project, kind: ItemKind, boardId: string) {
  const items = project.children(kind, requireBoard(project, boardId).id, kinds[kind].plural);
  return items.map((item) => plainLists.get(kind)?.(item, project));
}
export const serializeItem = (project: Project, kind: ItemKind, id: string) =>
  plainRecords.get(kind)?.(requireRecord(project, kind, id), project);

/** A list contains only the ids of conditions; a single read contains each condition. */
const branchItem = defineReply('branch', 'list', {
  order: ['*', 'conditions'],
  computed: { conditions: ({ id }, project) => serializeConditions(project, id, (condition) => condition.id) },
});
const storedBranch = defineReply('branch', 'single', {
  order: ['*', 'conditions'],
  computed: { conditions: ({ id }, project) => serializeConditions(project, id, (condition) => serializeCondition(project, condition)) },
});

export const serializeBoardBranches = (project: Project, boardId: string) =>
  project.children('branch', requireBoard(project, boardId).id, 'branches').map((branch) => branchItem(branch, project));
export const serializeBranch = (project: Project, branchId: string) => storedBranch(requireRecord(project, 'branch', branchId), project);

type ConditionRecord = StoryRecord<'condition'>;

function serializeConditions<Shown>(project: Project, branchId: string, show: (condition: ConditionRecord) => Shown) {
  const all = project.children('condition', branchId, 'conditions');
  const withRole = (requiredRole: ConditionRecord['role']) => all.filter(({ role }) => role === requiredRole).map(show);
  return { ifCondition: withRole('if')[0] ?? null, elseIfConditions: withRole('elseIf'), elseCondition: withRole('else')[0] ?? null };
}

const serializeCondition = (project: Project, { id, script }: ConditionRecord) => ({
  id,
  output: project.childIds(id, 'outputs')[0] ?? null,
  script: script === '' ? null : script,
});

/** [Connection] a list contains the label as a string, a single read as the localized map. */
const connectionItem = defineReply('connection', 'list');
const storedConnection = defineReply('connection', 'single');

export const serializeBoardConnections = (project: Project, boardId: string) =>
  project.children('connection', requireBoard(project, boardId).id, 'connections').map((connection) => connectionItem(connection, project));
export const serializeConnection = (project: Project, connectionId: string) =>
  storedConnection(requireRecord(project, 'connection', connectionId), project);

const serializedReply = defineReply('reply', 'single', { omit: ['commentId'] });
const serializedThread = defineReply('comment', 'single', {
  order: ['*', 'resolved', 'position', 'replies'],
  omit: ['boardId', 'x', 'y'],
  computed: {
    position: ({ boardId, x, y }) => ({ id: boardId, type: 'boards', x, y }),
    replies: ({ id }, project) => project.children('reply', id, 'replies').map((reply) => serializedReply(reply, project)),
  },
});

export const serializeComments = (project: Project) =>
  [...walkTree(project, 'board')].flatMap((board) =>
    project.children('comment', board.id, 'comments').map((comment) => serializedThread(comment, project)),
  );

/** The name is in the main language, with fallbacks. */
export function serializeComponentTree(project: Project) {
  const isos = localeCodes(project);
  return [...walkTree(project, 'component')].map(({ id, name, type, parentId }) => ({
    id,
    name: nameWithLocaleFallback(name, isos),
    type,
    parentId,
    children: childIds(project, 'component', id),
  }));
}

const storedComponent = defineReply('component', 'single', {
  order: ['customId', 'parentId', 'name', '*', 'attributes', 'assets'],
  omit: ['cover'],
  computed: {
    attributes: ({ id }, project) => project.childIds(id, 'attributes'),
    assets: ({ cover }) => ({ cover }),
  },
});

/** A folder has `children`, but no customId, attributes or cover. */
export function serializeComponent(project: Project, componentId: string) {
  const component = requireRecord(project, 'component', componentId);
  const { id, parentId, name, type } = component;
  if (type !== 'folder') return storedComponent(component, project);
  return { id, parentId, name: serializeLocalizedText(name, project), children: childIds(project, 'component', id) };
}

/** [G19] in the API, the id of the asset root is `root_asset`, whatever its id in the project is. */
export const rootAssetId = 'root_asset';

/** The id of an asset as the API shows it. */
const toApiAssetId = (project: Project, id: string): string => (id === project.projectRecord.roots.asset ? rootAssetId : id);

/** The id of an asset in the project, for the id in a request. */
export const toStoredAssetId = (project: Project, apiId: string): string =>
  apiId === rootAssetId ? project.projectRecord.roots.asset : apiId;

export function serializeAssetTree(project: Project) {
  return [...walkTree(project, 'asset')].map(({ id, name, type, parentId }) => ({
    id: toApiAssetId(project, id),
    name,
    type,
    parentId: parentId === null ? null : toApiAssetId(project, parentId),
    children: childIds(project, 'asset', id),
  }));
}

/** A folder has `children` and no file properties. A file has its size and dimensions if they are known (G12). */
export function serializeAsset(project: Project, assetId: string) {
  const asset = requireRecord(project, 'asset', toStoredAssetId(project, assetId));
  const { name, type } = asset;
  const id = toApiAssetId(project, asset.id);
  if (type === 'folder') return { id, name, type, children: childIds(project, 'asset', asset.id) };
  return storedAsset(asset, project);
}
const storedAsset = defineReply('asset', 'single', { order: ['name', '*'] });

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

/** [Custom stylesheet] the project's own stylesheet, complete; empty if there is none. */
export const serializeCss = (project: Project) => ({ css: project.projectRecord.css });

/** [Variable] the root of the variables is not a record, so it is a 404 like any unknown id. */
export const serializeVariable = (project: Project, variableId: string) =>
  storedVariable(requireRecord(project, 'variable', variableId), project);
const storedVariable = defineReply('variable', 'single', { order: ['*', 'cType'], computed: { cType: () => 'global' } });
