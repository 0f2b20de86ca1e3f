/** Moves the selected items to a position in pixels or to another board: the keyboard alternative to dragging. */

import { useState } from 'react';
import { boundsOf, clampShift } from '../../../../shared/layout/geometry.ts';
import { canvasSize } from '../../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { NumberField } from '../../../editors/fields/number-field.tsx';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { moveCommand } from '../../../records/board/edit-commands.ts';
import { findItem, itemBox } from '../../../records/board/items.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { openBoard, revealItem, selectItems, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { prepareUndoToast } from '../../../state/undo-toast.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { moveToBoardCommand } from './move-to-board.ts';
import { RecordSearchField } from './record-search-field.tsx';

export const showMoveDialog = (): void => {
  const { project } = openProjectStore.getState();
  const items = [...selectionStore.getState().ids].flatMap((id) => findItem(project, id) ?? []);
  const [first] = items;
  if (first) showDialog((close) => <MoveDialog ids={items.map(({ id }) => id)} currentBoardId={first.boardId} close={close} />);
};

function MoveDialog({ ids, currentBoardId, close }: { ids: readonly string[]; currentBoardId: string; close: () => void }) {
  const { project } = openProjectStore.getState();
  const boxes = ids.flatMap((id) => {
    const item = findItem(project, id);
    return item ? [itemBox(project, item)] : [];
  });
  const bounds = boundsOf(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [board, setBoard] = useState<string | null>(currentBoardId);
  const [place, setPlace] = useState({ x: bounds.x, y: bounds.y });
  const isHere = board === currentBoardId;
  const run = () =>
    board === null || isHere ? moveWithinBoard(ids, { x: place.x - bounds.x, y: place.y - bounds.y }) : moveToOtherBoard(ids, board);
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
        options={(project) => boardOptions(project, currentBoardId)}
        nameOf={recordName}
        onChoose={setBoard}
      >
        {!isHere && <p className="field-description">{t('boardActions.move.referencesHint')}</p>}
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

async function moveToOtherBoard(ids: readonly string[], board: string): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  const move = moveToBoardCommand(project, ids, board, newId, recordName);
  if (!move) return;
  const from = selectionStore.getState().boardId;
  const showDone = prepareUndoToast();
  await sendCommand(move.command);
  // The user may have closed the dialog and opened something else.
  if (openProjectStore.getState().hash === hash && selectionStore.getState().boardId === from) showMoved(board, move.ids);
  const name = openProjectStore.getState().project.find('board', board)?.name ?? '';
  showDone(
    t('boardActions.done.movedTo', { count: move.ids.length, board: name }),
    move.removedConnections > 0 ? [t('boardActions.done.connectionsRemoved', { count: move.removedConnections })] : [],
  );
}
