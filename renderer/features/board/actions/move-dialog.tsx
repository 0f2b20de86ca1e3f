/** Moves the selected items to a position in pixels or to another board: the keyboard alternative to dragging. */
import { useState } from 'react';
import { boundsOf, clampShift } from '../../../../shared/layout/geometry.ts';
import { jsonEquals } from '../../../../shared/model/change-set.ts';
import type { Command, SingleCommand } from '../../../../shared/model/commands.ts';
import { replaceIdsInRecord } from '../../../../shared/model/id-mapping.ts';
import { canvasSize } from '../../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { NumberField } from '../../../editors/fields/number-field.tsx';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { moveCommand, removeCommand } from '../../../records/board/edit-commands.ts';
import { findFreePosition } from '../../../records/board/find-free-position.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import { connectionEnd, findItem, itemBox, itemsOn } from '../../../records/board/items.ts';
import { createClipboardContent, preparePaste } from '../../../records/board/paste.ts';
import { computedChangeCommand } from '../../../records/commands/computed-commands.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { openBoard, revealItem, selectItems, selectionStore } from '../../../state/selection.ts';
import { computeAndSend, sendCommand } from '../../../state/send-command.ts';
import { prepareUndoToast } from '../../../state/undo-toast.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { inputConnections, withFollowing } from './connection-navigation.ts';
import { RecordSearchField } from './record-search-field.tsx';

export const showMoveDialog = (): void => showFor('items', selectionStore.getState().ids);

/** For the selected items and all that follows them; jumpers are left in their place. */
export const showMoveBranchDialog = (): void =>
  showFor('branch', withFollowing(openProjectStore.getState().project, selectionStore.getState().ids));

/** What is moved: items, or what follows from them, too, as a part of the story that stays connected. */
type MovedPart = 'items' | 'branch';

function showFor(part: MovedPart, ids: Iterable<string>): void {
  const { project } = openProjectStore.getState();
  const items = [...ids].flatMap((id) => findItem(project, id) ?? []);
  const [first] = items;
  if (first) showDialog((close) => <MoveDialog part={part} ids={items.map(({ id }) => id)} currentBoardId={first.boardId} close={close} />);
}

interface MoveDialogProps {
  readonly part: MovedPart;
  readonly ids: readonly string[];
  readonly currentBoardId: string;
  readonly close: () => void;
}

function MoveDialog({ part, ids, currentBoardId, close }: MoveDialogProps) {
  const { project } = openProjectStore.getState();
  const boxes = ids.flatMap((id) => {
    const item = findItem(project, id);
    return item ? [itemBox(project, item)] : [];
  });
  const bounds = boundsOf(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [board, setBoard] = useState<string | null>(part === 'branch' ? null : currentBoardId);
  const [place, setPlace] = useState({ x: bounds.x, y: bounds.y });
  const isHere = board === currentBoardId;
  const run = () =>
    board === null || isHere ? moveWithinBoard(ids, { x: place.x - bounds.x, y: place.y - bounds.y }) : moveToOtherBoard(ids, board, part);
  const isReady = board !== null && (!isHere || place.x !== bounds.x || place.y !== bounds.y);
  return (
    <FormDialog
      title={t('boardActions.move.title', { count: ids.length })}
      submitLabel={t('boardActions.move.confirm')}
      isReady={isReady}
      run={run}
      onClose={close}
    >
      <RecordSearchField
        label={t('boardActions.move.board')}
        value={board}
        placeholder={t('boardActions.move.findBoard')}
        focusRequested
        options={(project) => boardOptions(project, currentBoardId).filter(({ id }) => part === 'items' || id !== currentBoardId)}
        nameOf={recordName}
        onChoose={setBoard}
      >
        {part === 'branch' && <p className="field-description">{t('boardActions.moveBranchHint')}</p>}
        {!isHere && part === 'items' && <p className="field-description">{t('boardActions.move.referencesHint')}</p>}
      </RecordSearchField>
      {isHere && (
        <div className="numbers">
          <NumberField
            label={t('boardActions.move.x')}
            value={place.x}
            min={0}
            max={canvasSize - bounds.width}
            save={(x) => x !== null && setPlace({ ...place, x })}
          />
          <NumberField
            label={t('boardActions.move.y')}
            value={place.y}
            min={0}
            max={canvasSize - bounds.height}
            save={(y) => y !== null && setPlace({ ...place, y })}
          />
        </div>
      )}
    </FormDialog>
  );
}

const boardOptions = (project: Project, here: string) =>
  [...project.recordsOfKind('board')]
    .filter(({ type }) => type === 'board')
    .map(({ id, name, parentId }) => ({ id, name, where: id === here ? t('boardActions.move.thisBoard') : folderName(project, parentId) }));

const folderName = (project: Project, id: string | null): string =>
  id === null || id === project.projectRecord.roots.board ? '' : (project.find('board', id)?.name ?? '');

async function moveWithinBoard(ids: readonly string[], by: { x: number; y: number }): Promise<void> {
  const { project } = openProjectStore.getState();
  const items = ids.flatMap((id) => findItem(project, id) ?? []);
  const boxes = items.map((item) => itemBox(project, item));
  const shift = clampShift(boxes, by.x, by.y);
  const command = moveCommand(
    project,
    new Map(items.map((item) => [item.id, { ...itemBox(project, item), x: item.x + shift.x, y: item.y + shift.y }])),
  );
  if (command) await sendCommand(command);
}

function showMoved(board: string, ids: readonly string[]): void {
  const [first] = ids;
  if (first === undefined) openBoard(board);
  else {
    revealItem(board, first);
    selectItems(ids);
  }
}

async function moveToOtherBoard(ids: readonly string[], board: string, part: MovedPart): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  const from = selectionStore.getState().boardId;
  await computeAndSend(moveToBoardCommand(project, ids, board, newId, recordName, part), async (move) => {
    const showDone = prepareUndoToast();
    await sendCommand(move.command);
    // The user may have closed the dialog and opened something else.
    if (openProjectStore.getState().hash === hash && selectionStore.getState().boardId === from) showMoved(board, move.ids);
    const name = openProjectStore.getState().project.find('board', board)?.name ?? '';
    showDone(
      t('boardActions.done.movedTo', { count: move.ids.length, board: name }),
      move.removedConnections > 0 ? [t('boardActions.done.connectionsRemoved', { count: move.removedConnections })] : [],
    );
  });
}

interface MoveToBoardResult {
  readonly command: Command;
  readonly ids: readonly string[];
  /** Connections that would cross boards and are deleted. */
  readonly removedConnections: number;
}

/**
 * Moves items to another board. The board of an item cannot be changed ([Elements] id and relationship fields are immutable). So the items
 * are created again there, references to them are updated, and the old items are deleted, all in one command. Pure. Frames are moved with
 * what they hold.
 */
export function* moveToBoardCommand(
  project: Project,
  ids: Iterable<string>,
  boardId: string,
  newId: () => string,
  nameOf: (project: Project, id: string) => string,
  part: MovedPart = 'items',
): Generator<void, MoveToBoardResult | null> {
  const items = [...withFrameContents(project, ids)]
    .flatMap((id) => findItem(project, id) ?? [])
    .filter((item) => item.boardId !== boardId);
  const clip = yield* createClipboardContent(
    project,
    items.map(({ id }) => id),
    nameOf,
    'move',
  );
  const bounds = boundsOf(items.map((item) => itemBox(project, item)));
  if (!clip || !bounds) return null;
  const taken = [...itemsOn(project, boardId)].map((item) => itemBox(project, item));
  const corner = findFreePosition(bounds, bounds, taken);
  const paste = yield* preparePaste(project, clip, boardId, { by: { x: corner.x - bounds.x, y: corner.y - bounds.y } }, newId);
  const removal = removeCommand(
    project,
    items.map(({ id }) => id),
  );
  if (!paste || !removal) return null;
  const moving = new Set(items.map(({ id }) => id));
  const jumpers = part === 'branch' ? [...leaveJumpers(project, moving, paste.newIds, newId)] : [];
  const commands = [
    ...paste.commands,
    ...jumpers.flatMap(({ commands: each }) => each),
    ...redirectReferences(project, paste.newIds),
    ...(removal.do === 'batch' ? removal.commands : [removal]),
  ];
  return {
    command: { do: 'batch', commands },
    ids: paste.ids,
    removedConnections: countCutConnections(project, moving) - jumpers.reduce((sum, { kept }) => sum + kept, 0),
  };
}

/** In the place of each moved element to which connections lead from outside: a jumper to it, to which they lead from now on. */
function* leaveJumpers(
  project: Project,
  moving: ReadonlySet<string>,
  newIds: ReadonlyMap<string, string>,
  newId: () => string,
): Generator<{ readonly commands: readonly SingleCommand[]; readonly kept: number }> {
  for (const id of moving) {
    const element = project.find('element', id);
    const elementId = newIds.get(id);
    const arriving = inputConnections(project, id).filter((each) => {
      const source = project.find('connection', each)?.sourceid;
      return source !== undefined && !moving.has(connectionEnd(project, source).itemId);
    });
    if (!element || elementId === undefined || arriving.length === 0) continue;
    const jumper = newId();
    const { boardId, x, y } = element;
    const redirected = arriving.map(
      (connection): SingleCommand => ({
        do: 'change',
        kind: 'connection',
        id: connection,
        fields: { targetid: jumper, targetType: 'jumpers' },
      }),
    );
    yield {
      commands: [{ do: 'create', kind: 'jumper', id: jumper, fields: { boardId, x, y, elementId } }, ...redirected],
      kept: arriving.length,
    };
  }
}

/** Comments are read-only in the window. */
const readOnlyKinds: ReadonlySet<string> = new Set(['comment', 'reply']);

function* redirectReferences(project: Project, names: ReadonlyMap<string, string>): Generator<SingleCommand> {
  const holders = new Set([...names.keys()].flatMap((id) => [...project.referrersOf(id)]));
  for (const id of holders) {
    const record = project.get(id);
    if (!record || names.has(id) || readOnlyKinds.has(record.kind)) continue;
    const fields = changedFields(record, replaceIdsInRecord(record, names));
    if (Object.keys(fields).length > 0) yield computedChangeCommand(record.kind, id, fields);
  }
}

/** The fields that differ. The ends of connections are left out, because connections that would cross boards are deleted. */
function changedFields(before: AnyRecord, after: AnyRecord): Record<string, unknown> {
  const ends = new Set(['sourceid', 'targetid']);
  return Object.fromEntries(
    Object.keys(getKind(before.kind).fields)
      .filter((field) => !(before.kind === 'connection' && ends.has(field)) && !jsonEquals(before[field], after[field]))
      .map((field) => [field, after[field]]),
  );
}

function countCutConnections(project: Project, moving: ReadonlySet<string>): number {
  const cut = new Set<string>();
  for (const id of moving) {
    const sources = [id, ...project.childIds(id, 'conditions')];
    for (const end of sources)
      for (const holder of project.referrersOf(end)) {
        const connection = project.find('connection', holder);
        if (connection && moving.has(connectionEnd(project, connection.sourceid).itemId) !== moving.has(connection.targetid))
          cut.add(holder);
      }
  }
  return cut.size;
}
