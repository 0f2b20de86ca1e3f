/** A note on the board: a remark that is not part of the story. */

import { useContext } from 'react';
import { RichTextView } from '../../../editors/text/rich-text-view.tsx';
import { t } from '../../../messages/translate.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { useRecord } from '../../../state/open-project.ts';
import { useIsEdited } from '../writing/card-editing.ts';
import { DetailLevelContext } from './detail-level.ts';
import { ItemResizer } from './item-resizer.tsx';
import { type ItemNodeProps, memoNode } from './memo-node.ts';

export const NoteNode = memoNode(function NoteNode({ id, selected }: ItemNodeProps) {
  const note = useRecord('note', id);
  const detail = useContext(DetailLevelContext);
  const isEdited = useIsEdited(id);
  if (!note) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minHeight={40} />
      <article className="item note" data-theme={note.theme} data-edited={isEdited || undefined} aria-label={t('board.kinds.note')}>
        <div className="item-text" data-far={detail === 'far' || undefined}>
          <div className="item-lines">
            {note.content === null || note.content === '' ? (
              <p className="faint">{t('board.emptyNote')}</p>
            ) : (
              <RichTextView html={note.content} limit={1200} />
            )}
          </div>
        </div>
        <CommentBadge record={note} />
      </article>
    </>
  );
});
