/**
 * Reads a whole remote project in as few requests as possible: one export, the stylesheet, the comments. If the JSON export contains no
 * positions, the Unreal export is read; if neither contains them, the lists of the boards. The choice is stored for each remote.
 */

import { isJsonObject, type JsonObject, pickFields } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { unwrapProject } from '../../../shared/model/unwrap-project.ts';
import { yieldToEventLoop } from '../../platform/cooperative-yielder.ts';
import { decodeStory } from '../../story-format/story-codec.ts';
import { type ItemBoxes, StoryDecoder } from '../../story-format/story-decoder.ts';
import { type ProjectRead, RemoteUnavailableError } from '../protocol/remote-api.ts';
import { BasePolicy } from './base-policy.ts';
import type { CapabilityStore, RemoteClient } from './remote-client.ts';

/** Work between two pauses for the event loop, in records of ordinary size. */
const workPerTurn = 500;

/** Throws a RemoteUnavailableError if a response is missing or unusable. */
export async function readProject(
  client: RemoteClient,
  hash: string,
  base: Project,
  capabilityStore: CapabilityStore,
): Promise<ProjectRead> {
  const at = `/${encodeURIComponent(hash)}`;
  const exported = await readExport(client, at, capabilityStore);
  const boxes = capabilityStore.capabilities.positions === 'lists' ? await fetchBounds(client, at, exported) : undefined;
  const css = await client.get(`${at}/css`);
  const comments = await client.get(`${at}/comments`);
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
  return { records: decoder.records, danglingIds: policy.danglingIds };
}

/** Positions from the lists of the boards, if the export contains none. */
function* listedBoxes(boxes: ReadonlyMap<string, JsonObject> = new Map()): Generator<number, ItemBoxes> {
  return new Map([...boxes].map(([id, box]) => [id, pickFields(box, ['x', 'y', 'width', 'height', 'autoHeight'])]));
}

/** Reads the export with positions. A project with only empty boards does not show which export contains them. */
async function readExport(client: RemoteClient, at: string, capabilityStore: CapabilityStore): Promise<unknown> {
  const known = capabilityStore.capabilities.positions;
  if (known === 'unreal') return await fetchExport(client, at, 'unreal');
  const json = await fetchExport(client, at, 'json').catch((error: unknown) => ignoreForbidden(error, known));
  const shows = json === undefined ? false : hasPositions(json);
  if (shows === true && known !== 'json') capabilityStore.update({ positions: 'json' });
  if (json !== undefined && (shows !== false || known === 'lists')) return json;
  const unreal = await fetchExport(client, at, 'unreal').catch((error: unknown) => {
    if (json === undefined) throw error;
    return ignoreForbidden(error, undefined);
  });
  const isThere = unreal !== undefined && hasPositions(unreal) !== false;
  if (unreal !== undefined && hasPositions(unreal) === null) return unreal;
  capabilityStore.update({ positions: isThere ? 'unreal' : 'lists' });
  return isThere ? unreal : (json ?? unreal);
}

async function fetchExport(client: RemoteClient, at: string, format: 'json' | 'unreal'): Promise<unknown> {
  const story = await client.get(`${at}/${format}?allLocales=true`);
  if (!isJsonObject(unwrapProject(story).boards)) throw new RemoteUnavailableError(message('remote.unavailable.notExport'));
  return story;
}

/** [Exports] a workspace may allow one export and forbid the other. */
function ignoreForbidden(error: unknown, known: string | undefined): undefined {
  if (error instanceof RemoteUnavailableError && error.status === 403 && known === undefined) return undefined;
  throw error;
}

const hasRoot = (story: unknown, name: 'boards' | 'components'): boolean =>
  Object.values(objectAt(unwrapProject(story), name)).some((raw) => isJsonObject(raw) && raw.root === true);

/** [Boards] the lists of each board that is not empty. */
async function fetchBounds(client: RemoteClient, at: string, story: unknown): Promise<Map<string, JsonObject>> {
  const boxes = new Map<string, JsonObject>();
  for (const [id, board] of Object.entries(objectAt(unwrapProject(story), 'boards'))) {
    if (!isJsonObject(board)) continue;
    for (const list of ['elements', 'notes', 'jumpers', 'branches']) {
      if (!Array.isArray(board[list]) || board[list].length === 0) continue;
      const items = await client.get(`${at}/board/${encodeURIComponent(id)}/${list}`);
      for (const item of Array.isArray(items) ? items : []) {
        if (isJsonObject(item) && typeof item.id === 'string' && item.id !== '') boxes.set(item.id, item);
      }
    }
  }
  return boxes;
}

/** Whether the export contains positions; null if it contains nothing that could have one. */
function hasPositions(json: unknown): boolean | null {
  const story = unwrapProject(json);
  let any: boolean | null = null;
  for (const name of ['elements', 'notes', 'jumpers', 'branches'])
    for (const raw of Object.values(objectAt(story, name))) {
      if (!isJsonObject(raw)) continue;
      if (typeof raw.x === 'number' && typeof raw.y === 'number') return true;
      any = false;
    }
  return any;
}

function objectAt(raw: JsonObject, field: string): JsonObject {
  const value = raw[field];
  return isJsonObject(value) ? value : {};
}
