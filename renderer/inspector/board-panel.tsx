/** The open board itself, while nothing on it is selected. */

import { LayoutDashboard } from 'lucide-react';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { showGiveBoardScriptId } from '../attributes/give-script-id.tsx';
import { showMoveBoard } from '../board-tree/move-board.tsx';
import { useStoryCounts } from '../counts/use-story-counts.ts';
import { Panel, Part } from '../fields/panel.tsx';
import { saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useList, useProject, useRecord } from '../state/open-project.ts';
import { useLanguage } from '../state/use-words.ts';
import { commonWords } from '../words/en/common.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { InFolder } from './within.tsx';

const counted = [
  { list: 'elements', one: 'element' },
  { list: 'connections', one: 'connection' },
  { list: 'branches', one: 'branch' },
  { list: 'jumpers', one: 'jumper' },
  { list: 'notes', one: 'note' },
] as const;

export function BoardPanel({ id }: { id: string }) {
  const board = useRecord('board', id);
  const folder = useProject((project) => {
    const parent = project.find('board', project.find('board', id)?.parentId ?? '');
    return parent?.parentId == null ? '' : parent.name;
  });
  if (!board) return null;
  return (
    <Panel title={inspectorWords.board} shows="board.type" Icon={LayoutDashboard}>
      <Shows field="board.name">
        <TextField label={commonWords.name} name={`${id} name`} value={board.name} save={(name) => saveChange('board', id, { name })} />
      </Shows>
      <Shows field="board.customId">
        {board.customId === null ? (
          <button type="button" className="text-button" onClick={() => showGiveBoardScriptId(id)}>
            {inspectorWords.giveItAScript}
          </button>
        ) : (
          <TextField
            label={inspectorWords.scriptId}
            name={`${id} customId`}
            value={board.customId}
            readOnly
            code
            hint={inspectorWords.whatScriptsCallThis}
            save={async () => undefined}
          />
        )}
      </Shows>
      <AttributeList ownerId={id} />
      <InFolder field="board.parentId" where={folder} move={() => showMoveBoard(id)} />
      <Part title={inspectorWords.onThisBoard}>
        <ul className="counts">
          {counted.map(({ list, one }) => (
            <Count key={list} boardId={id} list={list} one={one} />
          ))}
          <Words boardId={id} />
        </ul>
      </Part>
      <p className="hint">{inspectorWords.selectSomethingOnThe}</p>
    </Panel>
  );
}

function Count({ boardId, list, one }: Pick<(typeof counted)[number], 'list' | 'one'> & { boardId: string }) {
  const { length } = useList(boardId, list);
  return <li>{commonWords.counted[one](length)}</li>;
}

/** In the language that is shown. */
function Words({ boardId }: { boardId: string }) {
  const { iso } = useLanguage();
  const counts = useStoryCounts();
  return counts && <li>{commonWords.counted.word(counts.boards.get(boardId)?.get(iso) ?? 0)}</li>;
}
