/** What the API shows when records are read, individually and in lists, kind by kind. */

import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import {
  type AnyRecord,
  boardLists,
  getKind,
  type ItemKind,
  itemKinds,
  type KindName,
  kinds,
  type StoryRecord,
} from '../../../shared/model/kinds/kinds.ts';
import { hasTextInAnyLanguage, localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';

/** The record of this kind. Throws a 404 if it does not exist ([Errors 5]). */
function requireRecord<K extends KindName>(project: Project, kind: K, id: string): StoryRecord<K> {
  const record = project.find(kind, id);
  if (!record) throw notFoundProblem(kindNoun(kind), id);
  return record;
}

/** [Boards] a board with items. Throws a 404 if it does not exist, and a 400 if it is a folder. */
function requireBoard(project: Project, id: string): StoryRecord<'board'> {
  const board = requireRecord(project, 'board', id);
  if (board.type === 'folder') throw invalidFieldProblem('boardId', message('fault.folder.itemsOnBoards'));
  return board;
}

type TreeKind = 'board' | 'component' | 'asset';
const listNames = { board: 'boards', component: 'components', asset: 'assets' } as const;

/** The ids directly inside an entry, in their order; empty for an entry that is not a folder. */
const childIds = (project: Project, kind: TreeKind, id: string): readonly string[] => project.childIds(id, listNames[kind]);

/** Every entry of a tree: the root, then each folder followed by its contents. Not recursive, because trees may be very deep. */
function* walkTree<K extends TreeKind>(project: Project, kind: K): Generator<StoryRecord<K>> {
  const pending: string[] = [project.projectRecord.roots[kind]];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const record = project.find(kind, id);
    if (!record) continue;
    yield record;
    const children = childIds(project, kind, id);
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] ?? '');
  }
}

/** Computes a value of a response that is not a field of the record. */
type ComputedValue<K extends KindName> = (record: StoryRecord<K>, project: Project) => unknown;

interface ReplyOptions<K extends KindName> {
  /** The keys after `id`, in order. `*` stands for the fields that are not listed, in the order of the kind's definition. */
  readonly order?: readonly string[];
  /** Fields that this response shows elsewhere or not at all. */
  readonly omit?: readonly string[];
  readonly computed?: Readonly<Record<string, ComputedValue<K>>>;
}

interface ReplyWriter {
  readonly key: string;
  /** null for a field of the record that is shown unchanged. */
  readonly compute: ((record: AnyRecord, project: Project) => unknown) | null;
  readonly isOmittedWhenNull: boolean;
}

/**
 * Creates the serializer of a kind: `id`, then the fields that the API shows when the record is read individually (`single`) or in a
 * `list`. A localized text is the map of languages in a single read, and the text of the main language in a list ([Localized content]).
 */
function defineReply<K extends KindName>(
  kind: K,
  reply: 'single' | 'list',
  { order = ['*'], omit = [], computed = {} }: ReplyOptions<K> = {},
): (record: StoryRecord<K>, project: Project) => Record<string, unknown> {
  const { fields, facets } = getKind(kind);
  const shown = Object.keys(fields).filter((field) => {
    const visibility = facets[field]?.api.shown;
    return (visibility === 'always' || (visibility === 'list' && reply === 'list')) && !omit.includes(field);
  });
  const others = shown.filter((field) => !order.includes(field));
  const keys = order.flatMap((key) => (key === '*' ? others : [key]));
  // `computed` reads records of its own kind, and no others are serialized with it.
  const writers = keys.map((key) => replyWriter(kind, key, reply, computed[key] as ReplyWriter['compute'] | undefined));
  const empty = Object.fromEntries(['id', ...keys].map((key) => [key, null]));
  return (record, project) => serializeWith(writers, empty, record as unknown as AnyRecord, project);
}

function replyWriter(kind: KindName, key: string, reply: 'single' | 'list', computed: ReplyWriter['compute'] = null): ReplyWriter {
  const { facets, texts } = getKind(kind);
  const serializeText = reply === 'single' ? serializeLocalizedText : mainLocaleText;
  const localized: ReplyWriter['compute'] = (record, project) => serializeText(localizedTextOf(record, key), project);
  return {
    key,
    compute: computed ?? (texts[key]?.localized ? localized : null),
    isOmittedWhenNull: facets[key]?.api.isOmittedWhenNull ?? false,
  };
}

/** Lists may have ten thousand entries: a copy of `empty`, which has all keys in order, is faster than adding the keys one by one. */
function serializeWith(
  writers: readonly ReplyWriter[],
  empty: Record<string, unknown>,
  record: AnyRecord,
  project: Project,
): Record<string, unknown> {
  const out = { ...empty };
  out.id = record.id;
  for (const { key, compute, isOmittedWhenNull } of writers) {
    const value = compute === null ? record[key] : compute(record, project);
    if (isOmittedWhenNull && value === null) delete out[key];
    else out[key] = value;
  }
  return out;
}

/** The stored map in the order of the project's languages. The main language is always included, with null if it has no text. */
function serializeLocalizedText(texts: LocalizedText, project: Project): LocalizedText {
  return Object.fromEntries(
    project.projectRecord.locales.flatMap(({ iso, base }) => {
      const cell = texts[iso] ?? (base === null ? { text: null } : undefined);
      return cell ? [[iso, { text: cell.text }]] : [];
    }),
  );
}

/** The stored text of the main language, for lists; `""` if there is none. */
const mainLocaleText = (texts: LocalizedText, { mainLocale }: Project): string => texts[mainLocale]?.text ?? '';

/** [Component] the text of the main language, or else of the first language that has one. */
function nameWithLocaleFallback(texts: LocalizedText, isos: readonly string[]): string {
  for (const iso of isos) {
    const text = texts[iso]?.text;
    if (text) return text;
  }
  return '';
}

/** The project's languages, the main one first. */
const localeCodes = (project: Project): string[] => {
  const main = project.mainLocale;
  return [main, ...project.projectRecord.locales.flatMap(({ iso }) => (iso === main ? [] : [iso]))];
};

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
