/** Moves what is selected without dragging: to a place in pixels, or to another board. */
import { useState } from 'react';
import { CANVAS } from '../../shared/kinds/fields.ts';
import type { Project } from '../../shared/project.ts';
import { NumberField } from '../fields/number-field.tsx';
import { newId } from '../state/new-id.ts';
import { openProject } from '../state/open-project.ts';
import { openBoard, reveal, select, selection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import { nameOf } from '../state/use-words.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { boardActionWords } from '../words/en/board-actions.ts';
import { moved } from './edits.ts';
import { allowedShift, boundsOf } from './geometry.ts';
import { boxOf, itemAt } from './items.ts';
import { PickField } from './pick-field.tsx';
import { movedToBoard } from './relocate.ts';

const words = boardActionWords.move;

export const showMoveTo = (): void => {
  const { project } = openProject.getState();
  const items = [...selection.getState().ids].flatMap((id) => itemAt(project, id) ?? []);
  const [first] = items;
  if (first) showDialog((close) => <MoveTo ids={items.map(({ id }) => id)} here={first.boardId} close={close} />);
};

function MoveTo({ ids, here, close }: { ids: readonly string[]; here: string; close: () => void }) {
  const { project } = openProject.getState();
  const boxes = ids.flatMap((id) => {
    const item = itemAt(project, id);
    return item ? [boxOf(project, item)] : [];
  });
  const bounds = boundsOf(boxes) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [board, setBoard] = useState<string | null>(here);
  const [place, setPlace] = useState({ x: bounds.x, y: bounds.y });
  const isHere = board === here;
  const run = () => (board === null || isHere ? moveHere(ids, { x: place.x - bounds.x, y: place.y - bounds.y }) : moveThere(ids, board));
  const isReady = board !== null && (!isHere || place.x !== bounds.x || place.y !== bounds.y);
  return (
    <FormDialog title={words.title(ids.length)} does={words.does} isReady={isReady} run={run} onClose={close}>
      <PickField
        label={words.board}
        value={board}
        placeholder={words.findBoard}
        wanted
        options={(held) => boardsIn(held, here)}
        nameOf={nameOf}
        choose={setBoard}
      >
        {!isHere && <p className="field-description">{words.newOnes}</p>}
      </PickField>
      {isHere && (
        <div className="numbers">
          <NumberField
            label={words.x}
            value={place.x}
            min={0}
            max={CANVAS - bounds.width}
            save={(x) => x !== null && setPlace({ ...place, x })}
          />
          <NumberField
            label={words.y}
            value={place.y}
            min={0}
            max={CANVAS - bounds.height}
            save={(y) => y !== null && setPlace({ ...place, y })}
          />
        </div>
      )}
    </FormDialog>
  );
}

const boardsIn = (project: Project, here: string) =>
  [...project.all('board')]
    .filter(({ type }) => type === 'board')
    .map(({ id, name, parentId }) => ({ id, name, where: id === here ? words.thisBoard : folderName(project, parentId) }));

const folderName = (project: Project, id: string | null): string =>
  id === null || id === project.root.roots.board ? '' : (project.find('board', id)?.name ?? '');

async function moveHere(ids: readonly string[], by: { x: number; y: number }): Promise<void> {
  const { project } = openProject.getState();
  const items = ids.flatMap((id) => itemAt(project, id) ?? []);
  const boxes = items.map((item) => boxOf(project, item));
  const shift = allowedShift(boxes, by.x, by.y);
  const command = moved(
    project,
    new Map(items.map((item) => [item.id, { ...boxOf(project, item), x: item.x + shift.x, y: item.y + shift.y }])),
  );
  if (command) await send(command);
}

async function moveThere(ids: readonly string[], board: string): Promise<void> {
  const { project } = openProject.getState();
  const made = movedToBoard(project, ids, board, newId, nameOf);
  if (!made) return;
  await send(made.command);
  const [first] = made.ids;
  if (first === undefined) openBoard(board);
  else {
    reveal(board, first);
    select(made.ids);
  }
  const name = openProject.getState().project.find('board', board)?.name ?? '';
  tell({
    tone: 'good',
    title: boardActionWords.said.movedTo(made.ids.length, name),
    ...(made.cut > 0 ? { lines: [boardActionWords.said.cut(made.cut)] } : {}),
  });
}
