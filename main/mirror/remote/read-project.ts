/**
 * A whole project of a remote in as few requests as can be: one export, the stylesheet, the comments. Where that remote's json does not show
 * where things stand, its Unreal export does; where neither does, the lists of the boards. Which, is learned once.
 */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { Lost } from '../loop/loop-deps.ts';
import type { RemoteClient } from './client.ts';
import type { Memory } from './learned.ts';
import { isRaw, type Raw, rawIn, textIn } from './raw.ts';
import { recordsOf } from './records.ts';
import { hasPositions, storyIn } from './told.ts';

/** Records between two rests. */
const slice = 500;

/** Throws a Lost where one of the answers is none. */
export async function readProject(client: RemoteClient, hash: string, base: Project, memory: Memory): Promise<AnyRecord[]> {
  const at = `/${encodeURIComponent(hash)}`;
  const story = await readStory(client, at, memory);
  const boxes = memory.learned.positions === 'lists' ? await boxesOf(client, at, story) : undefined;
  const css = await client.get(`${at}/css`);
  const comments = await client.get(`${at}/comments`);
  const boards = hasRoot(story, 'boards') ? undefined : await client.get(`${at}/board`);
  const components = hasRoot(story, 'components') ? undefined : await client.get(`${at}/component`);
  const records: AnyRecord[] = [];
  for (const record of recordsOf({ story, css, comments, boards, components, ...(boxes && { boxes }) }, base)) {
    records.push(record);
    if (records.length % slice === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return records;
}

/** A story that has nothing standing on its boards says nothing about where a remote shows that. */
async function readStory(client: RemoteClient, at: string, memory: Memory): Promise<unknown> {
  const known = memory.learned.positions;
  if (known === 'unreal') return await exportOf(client, at, 'unreal');
  const json = await exportOf(client, at, 'json').catch((error: unknown) => unlessForbidden(error, known));
  const shows = json === undefined ? false : hasPositions(json);
  if (shows === true && known !== 'json') memory.learn({ positions: 'json' });
  if (json !== undefined && (shows !== false || known === 'lists')) return json;
  const unreal = await exportOf(client, at, 'unreal').catch((error: unknown) => {
    if (json === undefined) throw error;
    return unlessForbidden(error, undefined);
  });
  const isThere = unreal !== undefined && hasPositions(unreal) !== false;
  if (unreal !== undefined && hasPositions(unreal) === null) return unreal;
  memory.learn({ positions: isThere ? 'unreal' : 'lists' });
  return isThere ? unreal : (json ?? unreal);
}

async function exportOf(client: RemoteClient, at: string, format: 'json' | 'unreal'): Promise<unknown> {
  const story = await client.get(`${at}/${format}?allLocales=true`);
  if (!isRaw(storyIn(story).boards)) throw new Lost('What the server calls an export of the project is none.');
  return story;
}

/** [Exports] a workspace may have one export and not the other. */
function unlessForbidden(error: unknown, known: string | undefined): undefined {
  if (error instanceof Lost && error.status === 403 && known === undefined) return undefined;
  throw error;
}

const hasRoot = (story: unknown, name: 'boards' | 'components'): boolean =>
  Object.values(rawIn(storyIn(story), name)).some((raw) => isRaw(raw) && raw.root === true);

/** [Boards] The lists of each board that has something standing on it. */
async function boxesOf(client: RemoteClient, at: string, story: unknown): Promise<Map<string, Raw>> {
  const boxes = new Map<string, Raw>();
  for (const [id, board] of Object.entries(rawIn(storyIn(story), 'boards'))) {
    if (!isRaw(board)) continue;
    for (const list of ['elements', 'notes', 'jumpers', 'branches']) {
      if (!Array.isArray(board[list]) || board[list].length === 0) continue;
      const items = await client.get(`${at}/board/${encodeURIComponent(id)}/${list}`);
      for (const item of Array.isArray(items) ? items : []) {
        const itemId = isRaw(item) ? textIn(item, 'id') : undefined;
        if (isRaw(item) && itemId !== undefined) boxes.set(itemId, item);
      }
    }
  }
  return boxes;
}
