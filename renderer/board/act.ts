/** What the canvas does when the writer has made up their mind: builds the command, sends it, selects what came of it. */
import type { Command } from '../../shared/commands.ts';
import type { Theme } from '../../shared/kinds/fields.ts';
import type { Project } from '../../shared/project.ts';
import { wantFocus } from '../fields/focus.ts';
import { boardView } from '../state/board-view.ts';
import { setPaneOpen } from '../state/look.ts';
import { newId } from '../state/new-id.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { asOne, connected, connectedToNew, created, duplicated, type Goal, reconnected, removed, type Start, sizes } from './edits.ts';
import { freeSpot } from './free-spot.ts';
import type { Point } from './geometry.ts';
import { indexOf } from './index-of.ts';
import { type ItemKind, itemsOn } from './items.ts';
import { removeAsked } from './remove-items.tsx';

const project = (): Project => openProject.getState().project;

/** Sends; a refusal has been told already. Answers whether it went through. */
export async function perform(command: Command | null): Promise<boolean> {
  if (!command) return false;
  return send(command).then(
    () => true,
    () => false,
  );
}

export async function createAt(kind: ItemKind, boardId: string, at: Point): Promise<string | null> {
  const id = newId();
  if (!(await perform(created(kind, id, boardId, at)))) return null;
  select([id]);
  return id;
}

/** Creates where the writer pointed, or with `near` where there is room around it, and leads the keyboard into what is to be written first. */
export async function createToWrite(kind: ItemKind, boardId: string, at: Point, how: 'there' | 'near' = 'there'): Promise<void> {
  const id = await createAt(kind, boardId, how === 'there' ? at : roomFor(kind, boardId, at));
  if (id !== null) wantFocus(id, kind === 'element' ? 'title' : 'content');
}

function roomFor(kind: ItemKind, boardId: string, at: Point): Point {
  const { width, height } = sizes[kind];
  const { boxes } = indexOf(project(), boardId);
  const corner = freeSpot({ x: at.x - width / 2, y: at.y - height / 2 }, sizes[kind], boxes.values());
  return { x: corner.x + width / 2, y: corner.y + height / 2 };
}

/** Puts one in the middle of what is seen, ready to be written in. */
export async function addItem(kind: ItemKind): Promise<void> {
  const { view } = boardView.getState();
  if (view) await createToWrite(kind, view.boardId, view.middle(), 'near');
}

/** Leads the keyboard into the last selected one. */
export function writeIn(field: 'title' | 'content'): void {
  const last = [...selection.getState().ids].at(-1);
  if (last === undefined) return;
  setPaneOpen('inspector', true);
  wantFocus(last, field);
}

export async function removeSelected(): Promise<void> {
  const { ids } = selection.getState();
  const command = removed(project(), ids);
  if (command && (await removeAsked(project(), ids, command))) select([]);
}

export async function duplicateSelected(): Promise<void> {
  const copies = duplicated(project(), selection.getState().ids, newId);
  if (copies && (await perform(copies.command))) select(copies.ids);
}

export async function connect(from: Start, to: Goal): Promise<void> {
  const id = newId();
  const command = connected(project(), id, from, to);
  if ((await perform(command)) && command?.do === 'create') select([id]);
}

export async function connectToNew(boardId: string, from: Start, at: Point): Promise<void> {
  const ids = { element: newId(), connection: newId() };
  if (await perform(connectedToNew(project(), ids, boardId, from, at))) select([ids.element]);
}

export const reconnect = (connectionId: string, from: Start | null, to: Goal | null): Promise<boolean> =>
  perform(reconnected(project(), connectionId, from, to));

/** [States] the story starts at this element, or nowhere. */
export const makeStart = (id: string | null): Promise<boolean> =>
  perform({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: id } });

export async function setTheme(ids: Iterable<string>, theme: Theme): Promise<void> {
  await perform(themed(project(), ids, theme));
}

/** One theme for all that can have one; jumpers have none. */
export function themed(from: Project, ids: Iterable<string>, theme: Theme): Command | null {
  return asOne(
    [...ids].flatMap((id) => {
      const kind = (['element', 'note', 'branch', 'connection'] as const).find((each) => from.at(id)?.kind === each);
      return kind ? [{ do: 'change' as const, kind, id, fields: { theme } }] : [];
    }),
  );
}

export function selectAll(): void {
  const { boardId } = selection.getState();
  if (boardId !== null) select([...itemsOn(project(), boardId)].map(({ id }) => id));
}
export const selectNone = (): void => select([]);

/** Where a connection that starts on this point of an item starts: the item itself, or the condition whose row it is. */
export const startOf = (item: string, conditionId: string | null): string => conditionId ?? item;
