/** What the canvas does when the writer has made up their mind: builds the command, sends it, selects what came of it. */

import type { Point } from '../../../shared/layout/geometry.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Theme } from '../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../shared/model/project.ts';
import { newId } from '../../platform/new-id.ts';
import { requestFocus } from '../../state/focus-request.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { selectItems } from '../../state/selection.ts';
import { trySend } from '../../state/send-command.ts';
import { boardIndexFor } from './board-index-cache.ts';
import {
  type ConnectionSource,
  type ConnectionTarget,
  combineCommands,
  connectCommand,
  connectToNewElementCommand,
  createItemCommand,
  defaultItemSizes,
  reconnectCommand,
} from './edit-commands.ts';
import { findFreePosition } from './find-free-position.ts';
import type { ItemKind } from './items.ts';

const currentProject = (): Project => openProjectStore.getState().project;

export async function createItemAt(kind: ItemKind, boardId: string, at: Point): Promise<string | null> {
  const id = newId();
  if (!(await trySend(createItemCommand(kind, id, boardId, at)))) return null;
  selectItems([id]);
  return id;
}

/** Creates where the writer pointed, or with `near` where there is room around it, and leads the keyboard into what is to be written first. */
export async function createItemForEditing(kind: ItemKind, boardId: string, at: Point, how: 'there' | 'near' = 'there'): Promise<void> {
  const id = await createItemAt(kind, boardId, how === 'there' ? at : freePositionFor(kind, boardId, at));
  if (id !== null) requestFocus(id, kind === 'element' ? 'title' : 'content');
}

function freePositionFor(kind: ItemKind, boardId: string, at: Point): Point {
  const { width, height } = defaultItemSizes[kind];
  const { boxes } = boardIndexFor(currentProject(), boardId);
  const corner = findFreePosition({ x: at.x - width / 2, y: at.y - height / 2 }, defaultItemSizes[kind], boxes.values());
  return { x: corner.x + width / 2, y: corner.y + height / 2 };
}

export async function connectItems(from: ConnectionSource, to: ConnectionTarget): Promise<void> {
  const id = newId();
  const command = connectCommand(currentProject(), id, from, to);
  if ((await trySend(command)) && command?.do === 'create') selectItems([id]);
}

export async function connectToNewElement(boardId: string, from: ConnectionSource, at: Point): Promise<void> {
  const ids = { element: newId(), connection: newId() };
  if (await trySend(connectToNewElementCommand(currentProject(), ids, boardId, from, at))) selectItems([ids.element]);
}

export const reconnectConnection = (connectionId: string, from: ConnectionSource | null, to: ConnectionTarget | null): Promise<boolean> =>
  trySend(reconnectCommand(currentProject(), connectionId, from, to));

/** [States and transitions] the story starts at this element, or nowhere. */
export const setStartingElement = (id: string | null): Promise<boolean> =>
  trySend({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: id } });

export async function setTheme(ids: Iterable<string>, theme: Theme): Promise<void> {
  await trySend(setThemeCommand(currentProject(), ids, theme));
}

/** One theme for all that can have one; jumpers have none. */
export function setThemeCommand(from: Project, ids: Iterable<string>, theme: Theme): Command | null {
  return combineCommands(
    [...ids].flatMap((id) => {
      const kind = (['element', 'note', 'branch', 'connection'] as const).find((each) => from.get(id)?.kind === each);
      return kind ? [{ do: 'change' as const, kind, id, fields: { theme } }] : [];
    }),
  );
}

/** Where a connection that starts on this point of an item starts: the item itself, or the condition whose row it is. */
export const connectionSourceId = (item: string, conditionId: string | null): string => conditionId ?? item;
