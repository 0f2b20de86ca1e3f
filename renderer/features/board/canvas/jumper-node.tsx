/** A jumper on the board: a link to an element, which may be on another board. */

import { t } from '../../../messages/translate.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { useRecordName } from '../../../records/names/record-names.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { useRecord } from '../../../state/open-project.ts';
import { kindIcons } from '../../../ui/kind-icons.ts';
import { ItemHandles } from './connection-handles.tsx';
import { ItemResizer } from './item-resizer.tsx';
import { type ItemNodeProps, memoNode } from './memo-node.ts';

export const JumperNode = memoNode(function JumperNode({ id, selected }: ItemNodeProps) {
  const jumper = useRecord('jumper', id);
  const target = useRecord('element', jumper?.elementId ?? null);
  const title = useRecordName(target?.id ?? null);
  const boardName = useRecordName(target && target.boardId !== jumper?.boardId ? target.boardId : null);
  if (!jumper) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minWidth={100} minHeight={44} />
      <article
        className="item jumper"
        data-theme={target?.theme ?? 'default'}
        data-empty={!target || undefined}
        aria-label={t('board.jumperTo', { title: title || t('board.noTarget') })}
      >
        <kindIcons.jumper size={16} aria-hidden="true" />
        <span>
          <small>{boardName === '' ? t('board.jumpsTo') : boardName}</small>
          <strong>{target ? title || t('common.untitled') : t('board.chooseTarget')}</strong>
        </span>
        <CommentBadge record={jumper} />
        <ProblemBadge id={id} where="card" />
      </article>
      <ItemHandles type="target" />
    </>
  );
});
