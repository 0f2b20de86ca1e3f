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
import type { ActionName } from '../../../commands/action.ts';
import { ActionIconButton } from '../../../commands/action-button.tsx';
import { useAction } from '../../../commands/use-action.ts';
import { t } from '../../../messages/translate.ts';
import { usePreferences } from '../../../state/preferences.ts';
import { IconToggle } from '../../../ui/button.tsx';
import './board-header.css';
import { FindBar } from './find-bar.tsx';
import { useBoardFind } from './find-state.ts';

const arrangeActions: readonly (readonly [ActionName, LucideIcon])[] = [
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
export function BoardHeader({ boardId, isListView, children }: { boardId: string; isListView: boolean; children?: ReactNode }) {
  const { query } = useBoardFind();
  const snaps = usePreferences((state) => state.snaps);
  const canArrange = useAction('align-left').enabled;
  return (
    <div className="board-head">
      <div className="board-head-bar" role="toolbar" aria-label={t('boardActions.bar.board')}>
        <ActionToggle name="asList" label={t('boardActions.bar.list')} icon={LayoutList} isSelected={isListView} />
        <ActionIconButton name="findOnBoard" icon={Search} />
        {!isListView && <ActionToggle name="snapping" label={t('boardActions.bar.snap')} icon={Magnet} isSelected={snaps} />}
        <ActionIconButton name="layOut" icon={Workflow} />
      </div>
      {children}
      {canArrange && (
        <div className="board-head-bar" role="toolbar" aria-label={t('boardActions.bar.arrange')}>
          {arrangeActions.map(([name, icon]) => (
            <ActionIconButton key={name} name={name} icon={icon} />
          ))}
        </div>
      )}
      {query !== null && <FindBar boardId={boardId} />}
    </div>
  );
}

interface ActionToggleProps {
  readonly name: ActionName;
  /** Stays the same, whether it is in or out. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isSelected: boolean;
}

function ActionToggle({ name, label, icon, isSelected }: ActionToggleProps) {
  const { keys, run } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isSelected} onChange={run} />;
}
