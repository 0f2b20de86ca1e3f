/** The toolbar of new items. A click creates the item in the center of the visible area; dragging creates it at the drop position. */

import { useReactFlow } from '@xyflow/react';
import { CornerUpRight, Hand, MousePointer2, Split, SquareText, StickyNote } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { t } from '../../../messages/translate.ts';
import { createItemForEditing } from '../../../records/board/change-board.ts';
import type { ItemKind } from '../../../records/board/items.ts';
import { useViewportActions } from './use-viewport-actions.ts';

/** The MIME type of a dragged tool. */
export const ITEM_MIME_TYPE = 'application/x-taleport-item';
export type CanvasTool = 'select' | 'hand';

const itemTools = (): readonly { kind: ItemKind; label: string; key: string; Icon: ComponentType<{ size: number }> }[] => [
  { kind: 'element', label: t('board.kinds.element'), key: 'E', Icon: SquareText },
  { kind: 'note', label: t('board.kinds.note'), key: 'N', Icon: StickyNote },
  { kind: 'jumper', label: t('board.kinds.jumper'), key: 'J', Icon: CornerUpRight },
  { kind: 'branch', label: t('board.kinds.branch'), key: 'B', Icon: Split },
];

export function BoardToolbar({ boardId, tool, setTool }: { boardId: string; tool: CanvasTool; setTool: (tool: CanvasTool) => void }) {
  const flow = useReactFlow();
  const view = useViewportActions(boardId);
  return (
    <div className="board-toolbar" role="toolbar" aria-label={t('board.boardTools')}>
      <ToolButton label={t('board.select')} keys="V" pressed={tool === 'select'} onPress={() => setTool('select')}>
        <MousePointer2 size={17} />
      </ToolButton>
      <ToolButton label={t('board.moveView')} keys="H" pressed={tool === 'hand'} onPress={() => setTool('hand')}>
        <Hand size={17} />
      </ToolButton>
      <hr />
      {itemTools().map(({ kind, label, key, Icon }) => (
        <ToolButton
          key={kind}
          label={t(`board.add.${kind}`)}
          keys={key}
          drag={kind}
          onPress={() => void createItemForEditing(kind, boardId, flow.screenToFlowPosition(view.middle()), 'near')}
        >
          <Icon size={17} />
          <span>{label}</span>
        </ToolButton>
      ))}
    </div>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly onPress: () => void;
  readonly pressed?: boolean;
  readonly drag?: ItemKind;
  readonly children: ReactNode;
}

function ToolButton({ label, keys, onPress, pressed, drag, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={`${label} (${keys})`}
      aria-label={label}
      aria-keyshortcuts={keys}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(drag === undefined ? {} : { draggable: true, onDragStart: (event) => event.dataTransfer.setData(ITEM_MIME_TYPE, drag) })}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
