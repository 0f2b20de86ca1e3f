/** The pane at the left: the boards, the components, or the assets. Where it is narrow only what is shown is written out. */

import { FilePlus2, FolderPlus, Images, LayoutDashboard, type LucideIcon, Upload, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ActionIconButton } from '../../commands/action-button.tsx';
import { AssetTree } from '../../features/assets/asset-tree.tsx';
import { BoardTree } from '../../features/record-trees/boards/board-tree.tsx';
import { t } from '../../messages/translate.ts';
import { type SidebarView, showSidebarView, usePreferences } from '../../state/preferences.ts';
import { Pane } from './pane.tsx';
import '../../ui/tabs.css';

const ComponentTree = lazy(async () => ({
  default: (await import('../../features/record-trees/components/component-tree.tsx')).ComponentTree,
}));

const sideTabs: readonly { id: SidebarView; label: string; Icon: LucideIcon }[] = [
  { id: 'boards', label: t('workspace.boards'), Icon: LayoutDashboard },
  { id: 'components', label: t('workspace.components'), Icon: Users },
  { id: 'assets', label: t('workspace.assets'), Icon: Images },
];

export function SidePane() {
  const side = usePreferences((state) => state.side);
  const show = (key: unknown) => {
    const chosen = sideTabs.find(({ id }) => id === key);
    if (chosen) showSidebarView(chosen.id);
  };
  return (
    <Pane name="boards" label={sideTabs.find(({ id }) => id === side)?.label ?? t('workspace.boards')} side="left">
      <Tabs className="tabs" selectedKey={side} onSelectionChange={show}>
        <header className="pane-head tabs-head">
          <TabList className="tab-list" aria-label={t('workspace.sidebarLabel')}>
            {sideTabs.map(({ id, label, Icon }) => (
              <Tab key={id} className="tab side-tab" id={id} aria-label={label}>
                <Icon size={16} aria-hidden />
                <span title={label}>{label}</span>
              </Tab>
            ))}
          </TabList>
          <SideToolbar side={side} />
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

function SideToolbar({ side }: { side: SidebarView }) {
  if (side === 'boards')
    return (
      <>
        <ActionIconButton name="newFolder" icon={FolderPlus} />
        <ActionIconButton name="newBoard" icon={FilePlus2} />
      </>
    );
  if (side === 'components')
    return (
      <>
        <ActionIconButton name="newComponentFolder" icon={FolderPlus} />
        <ActionIconButton name="newComponent" icon={UserPlus} />
      </>
    );
  return (
    <>
      <ActionIconButton name="newAssetFolder" icon={FolderPlus} />
      <ActionIconButton name="addFiles" icon={Upload} label={t('workspace.addFiles')} />
    </>
  );
}
