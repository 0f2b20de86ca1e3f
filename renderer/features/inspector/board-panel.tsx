/** The panel of the open board, shown while nothing on it is selected. */

import { emptyTextCount, unitOf } from '../../../shared/rich-text/text-count.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { t } from '../../messages/translate.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { formatTextCount, useStoryTextCounts } from '../../records/counts/story-text-counts.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { useProject, useRecord } from '../../state/open-project.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { AttributeList } from './attributes/attribute-list.tsx';
import { showBoardScriptIdDialog } from './attributes/script-id-dialogs.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { FolderField } from './position-fields.tsx';
import { RecordTextField } from './text-fields.tsx';

const countedLists = [
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
    <Panel title={t('inspector.board')} fieldName="board.type" Icon={kindIcons.board}>
      <RecordTextField record={board} field="name" />
      <RecordFieldMarker field="board.customId">
        {board.customId === null ? (
          <button type="button" className="text-button" onClick={() => showBoardScriptIdDialog(id)}>
            {t('inspector.menu.addScriptId')}
          </button>
        ) : (
          <DraftTextField
            label={t('inspector.scriptId')}
            name={`${id} customId`}
            value={board.customId}
            readOnly
            code
            hint={t('inspector.boardScriptIdHint')}
            save={async () => undefined}
          />
        )}
      </RecordFieldMarker>
      <AttributeList ownerId={id} />
      <FolderField field="board.parentId" where={folder} move={() => showMoveRecordsDialog('board', [id])} />
      <PanelSection name="contents" title={t('inspector.onThisBoard')}>
        <ul className="counts">
          {countedLists.map(({ list, one }) => (
            <ListCount key={list} boardId={id} list={list} one={one} />
          ))}
          <BoardTextCount boardId={id} />
        </ul>
      </PanelSection>
      <p className="hint">{t('inspector.nothingSelected')}</p>
    </Panel>
  );
}

function ListCount({ boardId, list, one }: Pick<(typeof countedLists)[number], 'list' | 'one'> & { boardId: string }) {
  const count = useProject((project) => project.listSize(boardId, list));
  if (count === 0) return null;
  return <li>{t(`inspector.counts.${one}`, { count })}</li>;
}

/** In the current language, and in the unit of the whole story. */
function BoardTextCount({ boardId }: { boardId: string }) {
  const { iso } = useLanguage();
  const counts = useStoryTextCounts();
  if (!counts) return null;
  const count = counts.boards.get(boardId)?.get(iso) ?? emptyTextCount;
  return <li title={t('common.countedWords')}>{formatTextCount(count, unitOf(counts.story.get(iso) ?? emptyTextCount))}</li>;
}
