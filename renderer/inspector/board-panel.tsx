/** The open board itself, while nothing on it is selected. */
import { LayoutDashboard } from 'lucide-react';
import { useList, useRecord } from '../state/open-project.ts';
import { Panel, Part } from './panel.tsx';
import { saveChange } from './save.ts';
import { TextField } from './text-field.tsx';

const counted = ['elements', 'connections', 'branches', 'jumpers', 'notes'] as const;

export function BoardPanel({ id }: { id: string }) {
  const board = useRecord('board', id);
  if (!board) return null;
  return (
    <Panel title="Board" Icon={LayoutDashboard}>
      <TextField label="Name" name={`${id} name`} value={board.name} save={(name) => saveChange('board', id, { name })} />
      <TextField
        label="Script ID"
        name={`${id} customId`}
        value={board.customId ?? ''}
        readOnly={board.customId !== null}
        code
        hint={board.customId === null ? 'What scripts call this board. Once given it stays.' : 'What scripts call this board.'}
        save={(customId) => saveChange('board', id, { customId: customId === '' ? null : customId })}
      />
      <Part title="On this board">
        <ul className="counts">
          {counted.map((list) => (
            <Count key={list} boardId={id} list={list} />
          ))}
        </ul>
      </Part>
      <p className="hint">Select something on the board to edit it here.</p>
    </Panel>
  );
}

function Count({ boardId, list }: { boardId: string; list: (typeof counted)[number] }) {
  const { length } = useList(boardId, list);
  return (
    <li>
      <strong>{length}</strong> {list}
    </li>
  );
}
