/** The pane at the left: the boards, the components, or the assets. Where it is narrow only what is shown is written out. */
import { FilePlus2, FolderPlus, Images, LayoutDashboard, type LucideIcon, Upload, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ActionIcon } from '../actions/action-button.tsx';
import { AssetTree } from '../assets/asset-tree.tsx';
import { BoardTree } from '../board-tree/board-tree.tsx';
import { type Side, showSide, useLook } from '../state/look.ts';
import { Pane } from '../ui/split.tsx';
import { workspaceWords } from '../words/en/workspace.ts';
import '../ui/tabs.css';

const ComponentTree = lazy(async () => ({ default: (await import('../components/component-tree.tsx')).ComponentTree }));

const sides: readonly { id: Side; label: string; Icon: LucideIcon }[] = [
  { id: 'boards', label: workspaceWords.boards, Icon: LayoutDashboard },
  { id: 'components', label: workspaceWords.components, Icon: Users },
  { id: 'assets', label: workspaceWords.assets, Icon: Images },
];

export function SidePane() {
  const side = useLook((state) => state.side);
  const show = (key: unknown) => {
    const chosen = sides.find(({ id }) => id === key);
    if (chosen) showSide(chosen.id);
  };
  return (
    <Pane name="boards" label={sides.find(({ id }) => id === side)?.label ?? workspaceWords.boards} side="left">
      <Tabs className="tabs" selectedKey={side} onSelectionChange={show}>
        <header className="pane-head tabs-head">
          <TabList className="tab-list" aria-label={workspaceWords.whatThePaneShows}>
            {sides.map(({ id, label, Icon }) => (
              <Tab key={id} className="tab side-tab" id={id} aria-label={label}>
                <Icon size={16} aria-hidden />
                <span title={label}>{label}</span>
              </Tab>
            ))}
          </TabList>
          <SideTools side={side} />
        </header>
        <TabPanel className="tab-panel" id="boards">
          <BoardTree />
        </TabPanel>
        <TabPanel className="tab-panel" id="components">
          <Suspense>
            <ComponentTree />
          </Suspense>
        </TabPanel>
        <TabPanel className="tab-panel" id="assets">
          <AssetTree />
        </TabPanel>
      </Tabs>
    </Pane>
  );
}

function SideTools({ side }: { side: Side }) {
  if (side === 'boards')
    return (
      <>
        <ActionIcon name="newFolder" icon={FolderPlus} />
        <ActionIcon name="newBoard" icon={FilePlus2} />
      </>
    );
  if (side === 'components')
    return (
      <>
        <ActionIcon name="newComponentFolder" icon={FolderPlus} />
        <ActionIcon name="newComponent" icon={UserPlus} />
      </>
    );
  return (
    <>
      <ActionIcon name="newAssetFolder" icon={FolderPlus} />
      <ActionIcon name="addFiles" icon={Upload} label={workspaceWords.addFiles} />
    </>
  );
}
