/** A note on the board: a remark that is no part of the story. */
import type { NodeProps } from '@xyflow/react';
import { memo, useContext } from 'react';
import { useRecord } from '../state/open-project.ts';
import { boardWords } from '../words/en/board.ts';
import { DetailContext } from './detail.ts';
import type { ItemNode } from './map-board.ts';
import { Resizer } from './resizer.tsx';
import { RichWords } from './rich-words.tsx';

export const NoteNode = memo(function NoteNode({ id, selected }: NodeProps<ItemNode>) {
  const note = useRecord('note', id);
  const detail = useContext(DetailContext);
  if (!note) return null;
  return (
    <>
      <Resizer shown={selected} minHeight={40} />
      <article className="item note" data-theme={note.theme} aria-label={boardWords.note}>
        <div className="words" data-far={detail === 'far' || undefined}>
          {note.content === null || note.content === '' ? (
            <p className="faint">{boardWords.emptyNote}</p>
          ) : (
            <RichWords html={note.content} limit={1200} />
          )}
        </div>
      </article>
    </>
  );
});
