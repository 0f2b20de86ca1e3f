/** The canvas gestures that change the board: each sends one command and then selects the result. */

import type { Point } from '../../../shared/layout/geometry.ts';
import type { Command, CommandResult } from '../../../shared/model/commands.ts';
import type { Theme } from '../../../shared/model/kinds/field-schemas.ts';
import { type BoardContentKind, boardContentKinds, kinds } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { newId } from '../../platform/new-id.ts';
import { type BoardView, boardViewStore } from '../../state/board-view.ts';
import type { TextFieldName } from '../../state/focus-request.ts';
import { currentProject } from '../../state/open-project.ts';
import { rememberSelection } from '../../state/selection.ts';
import { computeAndSend, sendFieldChange, sendOrShowError } from '../../state/send-command.ts';
import { rememberFocus } from '../../ui/focus.ts';
import { boardIndexFor } from './board-index.ts';
import { branchConditionsInput, setConditionScript } from './branch-conditions.ts';
import {
  type ConnectionSource,
  type ConnectionTarget,
  combineCommands,
  connectCommand,
  connectToNewItemCommand,
  createFrameCommand,
  createItemCommand,
  defaultSizeOf,
  reconnectCommand,
} from './edit-commands.ts';
import { findFreePosition } from './find-free-position.ts';
import { boxAround } from './frames.ts';
import { type ConnectableKind, connectionEnd, findItem, type ItemType, itemBox } from './items.ts';

/** The gap between an item and the next one, in canvas pixels: enough for the label of their connection. */
const nextItemDistance = 110;

/**
 * Sends a command, if there is one, and selects the items that it creates, unless something else has been selected meanwhile. `show` is called if they have been
 * selected, and may move the focus if it is given `canFocus`. Returns whether the command was accepted; a rejection has already been shown as a toast.
 */
export const sendAndSelect = (command: Command | null, ids: Iterable<string>, show?: ShowItems): Promise<boolean> =>
  prepareSelection()(command, ids, show);

/** The same for an edit of many records, which is computed in slices (`computeAndSend`). Returns it if it was accepted. */
export function computeAndSelect<E extends ItemEdit>(steps: Iterator<void, E | null>, show?: ShowItems): Promise<E | null> {
  const select = prepareSelection();
  return computeAndSend(steps, async (edit) => ((await select(edit.command, edit.ids, show)) ? edit : null));
}

export interface ItemEdit {
  readonly command: Command | null;
  /** The ids of the new items. */
  readonly ids: readonly string[];
}

type ShowItems = (view: BoardView, canFocus: boolean, ids: Iterable<string>) => void;

/** Remembers what is selected now, and returns `sendAndSelect`. */
function prepareSelection() {
  const selectUnlessChanged = rememberSelection();
  const canMoveFocus = rememberFocus();
  return async (command: Command | null, ids: Iterable<string>, show: ShowItems = () => undefined): Promise<boolean> => {
    if (!(await sendOrShowError(command))) return false;
    const { view } = boardViewStore.getState();
    if (selectUnlessChanged(ids) && view) show(view, canMoveFocus(), ids);
    return true;
  };
}

export async function createItemAt(type: ItemType, boardId: string, at: Point): Promise<void> {
  const id = newId();
  await sendAndSelect(createItemCommand(type, id, boardId, at), [id]);
}

/** Creates an item at the pointer or, with `free`, at a free position close to it, and puts the caret into its first text. */
export async function createItemForEditing(
  type: ItemType,
  boardId: string,
  at: Point,
  position: 'exact' | 'free' = 'exact',
): Promise<void> {
  const id = newId();
  const command = createItemCommand(type, id, boardId, position === 'exact' ? at : freePositionFor(type, boardId, at));
  await sendAndSelect(command, [id], startEditing(id, type === 'element' ? 'title' : 'content'));
}

/** Creates a frame around items and starts editing its title. */
export async function createFrameAround(boardId: string, ids: Iterable<string>): Promise<void> {
  const project = currentProject();
  const box = boxAround([...ids].flatMap((id) => findItem(project, id) ?? []).map((item) => itemBox(project, item)));
  const id = newId();
  if (box) await sendAndSelect(createFrameCommand(id, boardId, box), [id], startEditing(id, 'content'));
}

const startEditing = (id: string, field?: TextFieldName) => (view: BoardView, canFocus: boolean) => {
  if (canFocus) view.startEditing(id, field);
};

function freePositionFor(type: ItemType, boardId: string, at: Point): Point {
  const { width, height } = defaultSizeOf(type);
  const index = boardIndexFor(currentProject(), boardId);
  const occupied = type === 'frame' ? index.boxes.values() : index.occupiedBoxes();
  const corner = findFreePosition({ x: at.x - width / 2, y: at.y - height / 2 }, defaultSizeOf(type), occupied);
  return { x: corner.x + width / 2, y: corner.y + height / 2 };
}

export async function connectItems(from: ConnectionSource, to: ConnectionTarget): Promise<void> {
  const id = newId();
  const command = connectCommand(currentProject(), id, from, to);
  if (command?.do === 'create') await sendAndSelect(command, [id]);
  else await sendOrShowError(command);
}

/** Creates an item with its top left corner at this point, connected from `from`, and starts editing it. */
export async function connectToNewItem(kind: ConnectableKind, boardId: string, from: ConnectionSource, corner: Point): Promise<boolean> {
  const ids = { item: newId(), connection: newId() };
  return sendAndSelect(connectToNewItemCommand(currentProject(), kind, ids, boardId, from, corner), [ids.item], (view, canFocus) => {
    view.bringIntoView(ids.item, 'unchanged');
    startEditing(ids.item)(view, canFocus);
  });
}

/** Creates the next element of the story: at a free position beside the source, connected from it. */
export function addNextElement(boardId: string, sourceId: string): Promise<boolean> {
  const corner = freePositionBeside(currentProject(), boardId, sourceId);
  return connectToNewItem('element', boardId, { id: sourceId, face: null }, corner);
}

/** The top left corner of a new element to the right of an item. `sourceId` may be a condition. */
export function freePositionBeside(project: Project, boardId: string, sourceId: string): Point {
  const start = findItem(project, connectionEnd(project, sourceId).itemId);
  const box = start ? itemBox(project, start) : { x: 40, y: 40, width: 0, height: 0 };
  const occupied = boardIndexFor(project, boardId).occupiedBoxes();
  return findFreePosition({ x: box.x + box.width + nextItemDistance, y: box.y }, defaultSizeOf('element'), occupied);
}

/** The script of a condition; the other conditions of its branch stay as they are. */
export const saveConditionScript = (branchId: string, id: string, script: string | null): Promise<CommandResult> =>
  sendFieldChange({
    do: 'setConditions',
    id: branchId,
    conditions: setConditionScript(branchConditionsInput(currentProject(), branchId), id, script),
  });

export const reconnectConnection = (connectionId: string, from: ConnectionSource | null, to: ConnectionTarget | null): Promise<boolean> =>
  sendOrShowError(reconnectCommand(currentProject(), connectionId, from, to));

/** [States and transitions] Sets the element at which the story starts, or removes the start. */
export const setStartingElement = (id: string | null): Promise<boolean> =>
  sendOrShowError({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: id } });

export async function setTheme(ids: Iterable<string>, theme: Theme): Promise<void> {
  await sendOrShowError(setThemeCommand(currentProject(), ids, theme));
}

const hasTheme = (kind: BoardContentKind): kind is Exclude<BoardContentKind, 'jumper'> => 'theme' in kinds[kind].fields;
const themedKinds = boardContentKinds.filter(hasTheme);

/** Sets one theme for all items and connections that have a theme. */
function setThemeCommand(from: Project, ids: Iterable<string>, theme: Theme): Command | null {
  return combineCommands(
    [...ids].flatMap((id) => {
      const kind = themedKinds.find((each) => from.get(id)?.kind === each);
      return kind ? [{ do: 'change' as const, kind, id, fields: { theme } }] : [];
    }),
  );
}

/** The source of a connection that starts at this handle: the item, or the condition of the handle's row. */
export const connectionSourceId = (item: string, conditionId: string | null): string => conditionId ?? item;
