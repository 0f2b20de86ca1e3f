/** The toolbar of new items. A click creates the item in the center of the visible area; dragging creates it at the drop position. */

import { Hand, MousePointer2 } from 'lucide-react';
import { type ComponentType, memo, type ReactNode } from 'react';
import { t } from '../../../messages/translate.ts';
import type { ItemType } from '../../../records/board/items.ts';
import { kindIcons } from '../../../ui/icons.ts';
import { addItemInView } from '../actions/selection-edits.ts';

/** The MIME type of a dragged tool. */
export const itemMimeType = 'application/x-taleport-item';
export type CanvasTool = 'select' | 'hand';

const itemTools = (): readonly { type: ItemType; label: string; key: string; Icon: ComponentType<{ size: number }> }[] => [
  { type: 'element', label: t('board.kinds.element'), key: 'E', Icon: kindIcons.element },
  { type: 'note', label: t('board.kinds.note'), key: 'N', Icon: kindIcons.note },
  { type: 'jumper', label: t('board.kinds.jumper'), key: 'J', Icon: kindIcons.jumper },
  { type: 'branch', label: t('board.kinds.branch'), key: 'B', Icon: kindIcons.branch },
  { type: 'frame', label: t('board.kinds.frame'), key: 'F', Icon: kindIcons.frame },
];

export const BoardToolbar = memo(function BoardToolbar({ tool, setTool }: { tool: CanvasTool; setTool: (tool: CanvasTool) => void }) {
  return (
    <div className="board-toolbar" role="toolbar" aria-label={t('board.boardTools')}>
      <ToolButton label={t('board.selectTool')} keys="V" pressed={tool === 'select'} onPress={() => setTool('select')}>
        <MousePointer2 size={17} />
      </ToolButton>
      <ToolButton label={t('board.handTool')} keys="H" pressed={tool === 'hand'} onPress={() => setTool('hand')}>
        <Hand size={17} />
      </ToolButton>
      <hr />
      {itemTools().map(({ type, label, key, Icon }) => (
        <ToolButton key={type} label={t(`board.add.${type}`)} keys={key} drag={type} onPress={() => void addItemInView(type)}>
          <Icon size={17} />
          <span>{label}</span>
        </ToolButton>
      ))}
    </div>
  );
});

interface ToolButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly onPress: () => void;
  readonly pressed?: boolean;
  readonly drag?: ItemType;
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
      {...(drag === undefined ? {} : { draggable: true, onDragStart: (event) => event.dataTransfer.setData(itemMimeType, drag) })}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
