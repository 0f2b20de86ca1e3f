/** A frame on the board: a titled area. Only its title takes the pointer (flow-elements.ts). */

import { RichTextView } from '../../../editors/text/rich-text-view.tsx';
import { t } from '../../../messages/translate.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { useProject, useRecord } from '../../../state/open-project.ts';
import { ItemResizer } from './item-resizer.tsx';
import { type ItemNodeProps, memoNode } from './memo-node.ts';

export const FrameNode = memoNode(function FrameNode({ id, selected }: ItemNodeProps) {
  const note = useRecord('note', id);
  const label = useProject((project) => describeRecord(project, id));
  if (!note) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minHeight={80} />
      <section className="item frame" data-theme={note.theme} aria-label={label}>
        <div className="frame-title">
          {note.content === null || note.content === '' ? (
            <p className="faint">{t('board.untitledFrame')}</p>
          ) : (
            <RichTextView html={note.content} limit={300} />
          )}
        </div>
        <CommentBadge record={note} />
      </section>
    </>
  );
});
