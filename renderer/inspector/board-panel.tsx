/** The open board itself, while nothing on it is selected. */
import { LayoutDashboard } from 'lucide-react';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { showGiveBoardScriptId } from '../attributes/give-script-id.tsx';
import { useList, useRecord } from '../state/open-project.ts';
import { Panel, Part } from './panel.tsx';
import { saveChange } from './save.ts';
import { TextField } from './text-field.tsx';

const counted = [
  { list: 'elements', one: 'element' },
  { list: 'connections', one: 'connection' },
  { list: 'branches', one: 'branch' },
  { list: 'jumpers', one: 'jumper' },
  { list: 'notes', one: 'note' },
] as const;

export function BoardPanel({ id }: { id: string }) {
  const board = useRecord('board', id);
  if (!board) return null;
  return (
    <Panel title="Board" Icon={LayoutDashboard}>
      <TextField label="Name" name={`${id} name`} value={board.name} save={(name) => saveChange('board', id, { name })} />
      {board.customId === null ? (
        <button type="button" className="text-button" onClick={() => showGiveBoardScriptId(id)}>
          Give it a script ID…
        </button>
      ) : (
        <TextField
          label="Script ID"
          name={`${id} customId`}
          value={board.customId}
          readOnly
          code
          hint="What scripts call this board."
          save={async () => undefined}
        />
      )}
      <AttributeList ownerId={id} />
      <Part title="On this board">
        <ul className="counts">
          {counted.map(({ list, one }) => (
            <Count key={list} boardId={id} list={list} one={one} />
          ))}
        </ul>
      </Part>
      <p className="hint">Select something on the board to edit it here.</p>
    </Panel>
  );
}

function Count({ boardId, list, one }: { boardId: string; list: string; one: string }) {
  const { length } = useList(boardId, list);
  return (
    <li>
      <strong>{length}</strong> {length === 1 ? one : list}
    </li>
  );
}
