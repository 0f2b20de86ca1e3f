/** A jumper on the board: where the story goes on at an element elsewhere. */
import type { NodeProps } from '@xyflow/react';
import { CornerUpRight } from 'lucide-react';
import { memo } from 'react';
import { useRecord } from '../state/open-project.ts';
import { useName } from '../state/use-words.ts';
import { boardWords } from '../words/en/board.ts';
import type { ItemNode } from './map-board.ts';
import { Points } from './points.tsx';
import { Resizer } from './resizer.tsx';

export const JumperNode = memo(function JumperNode({ id, selected }: NodeProps<ItemNode>) {
  const jumper = useRecord('jumper', id);
  const target = useRecord('element', jumper?.elementId ?? null);
  const title = useName(target?.id ?? null);
  const boardName = useName(target && target.boardId !== jumper?.boardId ? target.boardId : null);
  if (!jumper) return null;
  return (
    <>
      <Resizer shown={selected} minWidth={100} minHeight={44} />
      <article
        className="item jumper"
        data-theme={target?.theme ?? 'default'}
        data-empty={!target || undefined}
        aria-label={boardWords.jumperTo(title || boardWords.nothingYet)}
      >
        <CornerUpRight size={16} aria-hidden="true" />
        <span>
          <small>{boardName === '' ? boardWords.jumpTo : boardName}</small>
          <strong>{target ? title || boardWords.untitled : boardWords.chooseATarget}</strong>
        </span>
      </article>
      <Points type="target" />
    </>
  );
});
