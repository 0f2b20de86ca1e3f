/** What can be put on the board. A click puts it in the middle of what is seen; it can also be dragged to where it should be. */
import { useReactFlow } from '@xyflow/react';
import { CornerUpRight, Hand, MousePointer2, Split, SquareText, StickyNote } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { boardWords } from '../words/en/board.ts';
import { createToWrite } from './act.ts';
import type { ItemKind } from './items.ts';
import { useViewActions } from './use-view-actions.ts';

/** What a dragged tool carries. */
export const TOOL_TYPE = 'application/x-taleport-item';
export type Tool = 'select' | 'hand';

const tools: readonly { kind: ItemKind; label: string; key: string; Icon: ComponentType<{ size: number }> }[] = [
  { kind: 'element', label: boardWords.element, key: 'E', Icon: SquareText },
  { kind: 'note', label: boardWords.note, key: 'N', Icon: StickyNote },
  { kind: 'jumper', label: boardWords.jumper, key: 'J', Icon: CornerUpRight },
  { kind: 'branch', label: boardWords.branch, key: 'B', Icon: Split },
];

export function Toolbar({ boardId, tool, setTool }: { boardId: string; tool: Tool; setTool: (tool: Tool) => void }) {
  const flow = useReactFlow();
  const view = useViewActions(boardId);
  return (
    <div className="board-toolbar" role="toolbar" aria-label={boardWords.boardTools}>
      <ToolButton label={boardWords.select} keys="V" pressed={tool === 'select'} onPress={() => setTool('select')}>
        <MousePointer2 size={17} />
      </ToolButton>
      <ToolButton label={boardWords.moveTheView} keys="H" pressed={tool === 'hand'} onPress={() => setTool('hand')}>
        <Hand size={17} />
      </ToolButton>
      <hr />
      {tools.map(({ kind, label, key, Icon }) => (
        <ToolButton
          key={kind}
          label={boardWords.add[kind]}
          keys={key}
          drag={kind}
          onPress={() => void createToWrite(kind, boardId, flow.screenToFlowPosition(view.middle()), 'near')}
        >
          <Icon size={17} />
          <span>{label}</span>
        </ToolButton>
      ))}
    </div>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly onPress: () => void;
  readonly pressed?: boolean;
  readonly drag?: ItemKind;
  readonly children: ReactNode;
}

function ToolButton({ label, keys, onPress, pressed, drag, children }: ButtonProps) {
  return (
    <button
      type="button"
      title={`${label} (${keys})`}
      aria-label={label}
      aria-keyshortcuts={keys}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(drag === undefined ? {} : { draggable: true, onDragStart: (event) => event.dataTransfer.setData(TOOL_TYPE, drag) })}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
