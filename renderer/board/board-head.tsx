/** The bar at the top of a board: how it is shown, what is looked for, and what lines up what is selected. The same above canvas and list. */
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  LayoutList,
  type LucideIcon,
  Magnet,
  Search,
  Workflow,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActionName } from '../actions/action.ts';
import { ActionIcon } from '../actions/action-button.tsx';
import { useAction } from '../actions/use-action.ts';
import { useLook } from '../state/look.ts';
import { IconToggle } from '../ui/button.tsx';
import { boardActionWords } from '../words/en/board-actions.ts';
import './board-head.css';
import { FindBar } from './find-bar.tsx';
import { useBoardFind } from './find-state.ts';

const arranging: readonly (readonly [ActionName, LucideIcon])[] = [
  ['align-left', AlignStartVertical],
  ['align-centre', AlignCenterVertical],
  ['align-right', AlignEndVertical],
  ['align-top', AlignStartHorizontal],
  ['align-middle', AlignCenterHorizontal],
  ['align-bottom', AlignEndHorizontal],
  ['distribute-across', AlignHorizontalSpaceBetween],
  ['distribute-down', AlignVerticalSpaceBetween],
];

/** `children` is a bar more, for who has one. */
export function BoardHead({ boardId, isList, children }: { boardId: string; isList: boolean; children?: ReactNode }) {
  const { words } = useBoardFind();
  const snaps = useLook((state) => state.snaps);
  const canArrange = useAction('align-left').enabled;
  return (
    <div className="board-head">
      <div className="board-head-bar" role="toolbar" aria-label={boardActionWords.bar.board}>
        <ActionToggle name="asList" label={boardActionWords.bar.list} icon={LayoutList} isSelected={isList} />
        <ActionIcon name="findOnBoard" icon={Search} />
        {!isList && <ActionToggle name="snapping" label={boardActionWords.bar.snap} icon={Magnet} isSelected={snaps} />}
        <ActionIcon name="layOut" icon={Workflow} />
      </div>
      {children}
      {canArrange && (
        <div className="board-head-bar" role="toolbar" aria-label={boardActionWords.bar.arrange}>
          {arranging.map(([name, icon]) => (
            <ActionIcon key={name} name={name} icon={icon} />
          ))}
        </div>
      )}
      {words !== null && <FindBar boardId={boardId} />}
    </div>
  );
}

interface ToggleProps {
  readonly name: ActionName;
  /** Stays the same, whether it is in or out. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isSelected: boolean;
}

function ActionToggle({ name, label, icon, isSelected }: ToggleProps) {
  const { keys, run } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isSelected} onChange={run} />;
}
