/**
 * Reads a whole remote project in as few requests as possible: one export, the stylesheet, the comments. If the JSON export contains no
 * positions, the Unreal export is read; if neither contains them, the lists of the boards. The choice is stored for each remote. What was
 * read is decoded against the base (BasePolicy).
 */

import { z } from 'zod';
import { isJsonObject, type JsonObject, pickFields } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { fieldSchemas } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { yieldToEventLoop } from '../../platform/cooperative-yielder.ts';
import { once } from '../../platform/once.ts';
import type { AttachmentEntry, DecodePolicy } from '../../story-format/decode-policy.ts';
import { decodeStory } from '../../story-format/story-codec.ts';
import { type ItemBoxes, StoryDecoder } from '../../story-format/story-decoder.ts';
import { hasPositions, itemCollections, rawCollection, StoryFile, unwrapProject } from '../../story-format/story-file.ts';
import { withKnownValues } from '../plan/field-paths.ts';
import { assignEntryIds } from '../plan/plan-sync.ts';
import { assignRanks, isSameOrder } from '../plan/sibling-order.ts';
import { type ProjectRead, type ReadScope, RemoteUnavailableError, type UnknownValue } from '../protocol/remote-api.ts';
import { type CapabilityStore, isRefusedRoute, type RemoteClient } from './remote-client.ts';

/** Work between two pauses for the event loop, in records of ordinary size. */
const workPerTurn = 500;

/** Throws a RemoteUnavailableError if a response is missing or unusable. */
export async function readProject(
  client: RemoteClient,
  hash: string,
  base: Project,
  capabilityStore: CapabilityStore,
  scope: ReadScope = 'all',
): Promise<ProjectRead> {
  const at = `/${encodeURIComponent(hash)}`;
  const exported = await readExport(client, at, capabilityStore);
  const boxes = capabilityStore.capabilities.positions === 'lists' ? await fetchBounds(client, at, exported) : undefined;
  const css = scope === 'all' ? await client.get(`${at}/css`) : undefined;
  const comments = scope === 'all' ? await client.get(`${at}/comments`) : undefined;
  const boards = hasRoot(exported, 'boards') ? undefined : await client.get(`${at}/board`);
  const components = hasRoot(exported, 'components') ? undefined : await client.get(`${at}/component`);
  const policy = new BasePolicy({ exported, css, comments, boards, components }, base);
  const decoder = new StoryDecoder(policy.file, policy);
  let work = 0;
  for (const step of decodeStory(decoder, () => listedBoxes(boxes))) {
    if (typeof step === 'number' && Number.isFinite(step)) work += step;
    if (work < workPerTurn) continue;
    work = 0;
    await yieldToEventLoop();
  }
  return {
    records: decoder.records,
    danglingIds: policy.danglingIds,
    isSingleLanguage: hasSingleLanguage(exported, policy.file),
    unknownValues: policy.unknownValues,
  };
}

/** [Exports] with allLocales, the texts of all languages are in `contents`; an export of one language has them in its records. */
function hasSingleLanguage({ locales }: JsonObject, file: StoryFile): boolean {
  return Array.isArray(locales) && locales.length > 1 && file.contents.size === 0;
}

/** Positions from the lists of the boards, if the export contains none. */
function* listedBoxes(boxes: ReadonlyMap<string, JsonObject> = new Map()): Generator<number, ItemBoxes> {
  return new Map([...boxes].map(([id, box]) => [id, pickFields(box, ['x', 'y', 'width', 'height', 'autoHeight'])]));
}

/**
 * Reads the export with positions. A project with only empty boards does not show which export contains them. (I42) If the remote refuses the
 * one that contained them before, the next read, which follows after seconds (I33), determines it again.
 */
async function readExport(client: RemoteClient, at: string, capabilityStore: CapabilityStore): Promise<JsonObject> {
  try {
    return await detectExport(client, at, capabilityStore);
  } catch (error) {
    if (error instanceof RemoteUnavailableError && isRefusedRoute(error.status)) capabilityStore.forget('positions');
    throw error;
  }
}

async function detectExport(client: RemoteClient, at: string, capabilityStore: CapabilityStore): Promise<JsonObject> {
  const known = capabilityStore.capabilities.positions;
  if (known === 'unreal') return await fetchExport(client, at, 'unreal');
  const json = await fetchExport(client, at, 'json').catch((error: unknown) => ignoreForbidden(error, known));
  const shows = json === undefined ? false : hasPositions(json);
  if (shows === true && known !== 'json') capabilityStore.update({ positions: 'json' });
  if (json !== undefined && (shows !== false || known === 'lists')) return json;
  const unreal = await fetchExport(client, at, 'unreal').catch((error: unknown) => {
    if (json === undefined) throw error;
    return ignoreForbidden(error, undefined) ?? json;
  });
  const showsUnreal = hasPositions(unreal);
  if (showsUnreal === null) return unreal;
  capabilityStore.update({ positions: showsUnreal ? 'unreal' : 'lists' });
  return showsUnreal ? unreal : (json ?? unreal);
}

async function fetchExport(client: RemoteClient, at: string, format: 'json' | 'unreal'): Promise<JsonObject> {
  const story = unwrapProject(await client.get(`${at}/${format}?allLocales=true`));
  if (!isJsonObject(story.boards)) throw new RemoteUnavailableError(message('remote.unavailable.notExport'));
  return story;
}

/** [Exports] a workspace may allow one export and forbid the other. */
function ignoreForbidden(error: unknown, known: string | undefined): undefined {
  if (error instanceof RemoteUnavailableError && error.status === 403 && known === undefined) return undefined;
  throw error;
}

const hasRoot = (story: JsonObject, name: 'boards' | 'components'): boolean =>
  Object.values(Object(rawCollection(story, name))).some((raw) => isJsonObject(raw) && raw.root === true);

/** [Boards] the lists of each board that is not empty. */
async function fetchBounds(client: RemoteClient, at: string, story: JsonObject): Promise<Map<string, JsonObject>> {
  const boxes = new Map<string, JsonObject>();
  for (const [id, board] of Object.entries(Object(rawCollection(story, 'boards')))) {
    if (!isJsonObject(board)) continue;
    for (const list of itemCollections) {
      if (!Array.isArray(board[list]) || board[list].length === 0) continue;
      const items = await client.get(`${at}/board/${encodeURIComponent(id)}/${list}`);
      if (!Array.isArray(items)) throw new RemoteUnavailableError(message('remote.unavailable.notJson'));
      for (const item of items) {
        if (isJsonObject(item) && typeof item.id === 'string' && item.id !== '') boxes.set(item.id, item);
      }
    }
  }
  return boxes;
}

/** Responses of the remote that have not been parsed. */
interface RemoteResponses {
  readonly exported: unknown;
  readonly css?: unknown;
  readonly comments?: unknown;
  /** The lists of the trees, if the export does not contain their roots. */
  readonly boards?: unknown;
  readonly components?: unknown;
}

const newRoots = { boards: 'root_board', components: 'root_component', assets: 'root_asset', variables: 'root_variable' } as const;
const rootNames = { boards: 'board', components: 'component', assets: 'asset', variables: 'variable' } as const;

/**
 * Decodes against the base, the state on which both sides last agreed: nothing is rejected or made up that would be sent back as a change.
 */
class BasePolicy implements DecodePolicy {
  readonly type = 'againstBase';
  readonly base: Project | null;
  readonly css: string;
  readonly commentThreads: readonly JsonObject[];
  readonly file: StoryFile;
  /** (I32) Ids in lists that no collection contains. */
  readonly danglingIds = new Set<string>();
  /** (I20) Values of enumerations that this version does not know. */
  readonly unknownValues: UnknownValue[] = [];
  readonly #responses: RemoteResponses;

  constructor(responses: RemoteResponses, base: Project) {
    this.#responses = responses;
    this.base = base.size > 0 ? base : null;
    this.file = new StoryFile(responses.exported);
    const { css, comments } = responses;
    // Anything else would count as the removal of the stylesheet, or of all comments.
    const isRead = (css === undefined || typeof fieldOf(css, 'css') === 'string') && (comments === undefined || Array.isArray(comments));
    if (!isRead) throw new RemoteUnavailableError(message('remote.unavailable.notJson'));
    this.css = css === undefined ? (this.base?.projectRecord.css ?? '') : String(fieldOf(css, 'css'));
    this.commentThreads = Array.isArray(comments) ? comments.filter(isJsonObject) : [];
  }

  addInvalidValue(): void {}
  addInconsistency(): void {}
  reportMissing(): void {}
  note(): void {}
  noteIgnoredKey(): void {}

  addDanglingId(id: string): void {
    this.danglingIds.add(id);
  }

  *prepareTexts(): Generator<void> {}

  /** The merge compares texts in canonical form. */
  canonicalText(html: string): string {
    return html;
  }

  canonicalScript(script: string): string | null {
    return script === '' ? null : script;
  }

  projectName(name: unknown): unknown {
    return typeof name === 'string' && name !== '' ? name : (this.base?.projectRecord.name ?? 'Untitled');
  }

  missingRoot(collection: keyof typeof newRoots): { readonly id: string; readonly children?: readonly string[] } {
    const entries = collection === 'variables' ? undefined : this.file.entriesOf(collection);
    const listed = collection === 'boards' || collection === 'components' ? rootOfTree(this.#responses[collection]) : undefined;
    const id = listed?.id ?? this.base?.projectRecord.roots[rootNames[collection]] ?? newRoots[collection];
    const known = this.base?.childIds(id, collection).filter((child) => entries?.has(child)) ?? [];
    return { id, children: listed?.children ?? known };
  }

  /** Only called for what a policy against a base does not make. */
  newId(): string {
    throw new Error('Records of a remote have ids.');
  }

  allocateCustomId(): null {
    return null;
  }

  /** The ranks of the base where the order is the same, so that an unchanged order is no change. */
  ranksOf(kind: KindName, list: string, parent: string | null, ids: readonly string[]): string[] {
    const order = getKind(kind).orders.find((each) => each.list === list);
    if (!order || ids.length === 0) return [];
    const before = this.base?.childIds(parent, list) ?? [];
    if (isSameOrder(before, ids)) return ids.map((_, at) => this.base?.rankInList(parent, list, at) ?? '');
    const rankOf = (id: string): string | undefined => {
      const record = this.base?.get(id);
      return record?.kind === kind && parentIdOf(record, order.parentField) === parent ? record[order.rankField] : undefined;
    };
    const fresh = assignRanks(ids, rankOf);
    return ids.map((id) => fresh.get(id) ?? rankOf(id) ?? '');
  }

  /** The ids of the attachments in the export, or else in the base. */
  attachmentIds(kind: 'componentAttachment' | 'audioAttachment', elementId: string, entries: readonly AttachmentEntry[]): string[] {
    const list = kind === 'componentAttachment' ? 'components' : 'audio';
    const known = (this.base?.children(kind, elementId, list) ?? []).map((record) => ({
      id: record.id,
      target: record.kind === 'componentAttachment' ? record.componentId : record.assetId,
    }));
    const ids = assignEntryIds(
      elementId,
      entries.map(({ target }) => target),
      known,
    );
    const seen = new Set<string>();
    return entries.map(({ entry, target }, at) => {
      const own = isJsonObject(entry) && typeof entry.id === 'string' && entry.id !== '' ? entry.id : undefined;
      const isOwn = own !== undefined && own !== target && this.file.collectionOf(own) === undefined && !seen.has(own);
      const id = isOwn ? own : (ids[at] ?? '');
      seen.add(id);
      return id;
    });
  }

  listEntryIds(attributeId: string, field: 'component' | 'asset', targets: readonly string[]): string[] {
    return assignEntryIds(attributeId, targets, listEntriesOf(this.base?.find('attribute', attributeId)?.value, field));
  }

  assetTypeOf(id: string, otherwise?: unknown): string | undefined {
    const asset = this.file.find('assets', id);
    return asset && String(asset.type ?? otherwise);
  }

  /** Only files of 2020 refer to assets by path. */
  findAssetByPath(): undefined {
    return undefined;
  }

  /** The stored file and what was found in it are local to each side. */
  storedFileOf(id: string): StoryRecord<'asset'> | undefined {
    return this.base?.find('asset', id);
  }

  /** A record that equals that of the base is the base's own object. */
  complete(decoded: AnyRecord): AnyRecord {
    const known = this.base?.get(decoded.id);
    const read = this.#withAgreedValues(decoded, known?.kind === decoded.kind ? known : undefined);
    return known?.kind === read.kind ? withKnownValues(read, known) : read;
  }

  /** (I20) An unknown value costs its field and not the record, where there is another value: the agreed one, or the default. */
  #withAgreedValues(read: AnyRecord, known: AnyRecord | undefined): AnyRecord {
    let record = read;
    for (const [field, values] of enumeratedFields().get(read.kind) ?? []) {
      const value = read[field];
      if (typeof value !== 'string' || values.has(value)) continue;
      const { defaults } = getKind(read.kind);
      const replacement =
        known?.[field] ?? (field in defaults ? Object.entries(defaults).find(([name]) => name === field)?.[1] : undefined);
      if (replacement === undefined) continue;
      this.unknownValues.push({ recordId: read.id, field, value });
      record = { ...record, [field]: replacement };
    }
    return record;
  }
}

/** The values of each field that has a fixed set of them, by kind. */
const enumeratedFields = once(
  (): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<unknown>>> =>
    new Map(
      Object.entries(fieldSchemas).map(([kind, fields]) => [
        kind,
        new Map(
          Object.entries(fields).flatMap(([field, schema]): [string, ReadonlySet<unknown>][] => {
            const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
            return inner instanceof z.ZodEnum ? [[field, new Set(inner.options)]] : [];
          }),
        ),
      ]),
    ),
);

const fieldOf = (json: unknown, field: string): unknown => (isJsonObject(json) ? json[field] : undefined);

/** The root of a tree list ([Boards, Components] GET): the only entry without a parent. */
function rootOfTree(tree: unknown): { readonly id: string; readonly children: readonly string[] } | undefined {
  const root = (Array.isArray(tree) ? tree : []).filter(isJsonObject).find(({ parentId, type }) => parentId === null && type === 'folder');
  if (typeof root?.id !== 'string' || root.id === '') return undefined;
  return { id: root.id, children: (Array.isArray(root.children) ? root.children : []).filter((id) => typeof id === 'string') };
}

/** The entries of a list of this type; none for any other value. */
function listEntriesOf(
  value: StoryRecord<'attribute'>['value'] | undefined,
  field: 'component' | 'asset',
): { id: string; target: string }[] {
  if (value?.type === 'component-list' && field === 'component')
    return (value.data ?? []).map(({ id, component }) => ({ id, target: component }));
  if (value?.type === 'asset-list' && field === 'asset') return (value.data ?? []).map(({ id, asset }) => ({ id, target: asset }));
  return [];
}
