/** The pane at the left: the boards, or the assets. */
import { FilePlus2, FolderPlus, Upload } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ActionIcon } from '../actions/action-button.tsx';
import { AssetTree } from '../assets/asset-tree.tsx';
import { showNewFolder } from '../assets/name-asset.tsx';
import { BoardTree } from '../board-tree/board-tree.tsx';
import { showSide, useLook } from '../state/look.ts';
import { IconButton } from '../ui/button.tsx';
import { Pane } from '../ui/split.tsx';
import '../ui/tabs.css';

export function SidePane() {
  const side = useLook((state) => state.side);
  return (
    <Pane name="boards" label={side === 'boards' ? 'Boards' : 'Assets'} side="left">
      <Tabs className="tabs" selectedKey={side} onSelectionChange={(key) => showSide(key === 'assets' ? 'assets' : 'boards')}>
        <header className="pane-head tabs-head">
          <TabList className="tab-list" aria-label="What the pane shows">
            <Tab className="tab" id="boards">
              Boards
            </Tab>
            <Tab className="tab" id="assets">
              Assets
            </Tab>
          </TabList>
          {side === 'boards' ? (
            <>
              <ActionIcon name="newFolder" icon={FolderPlus} />
              <ActionIcon name="newBoard" icon={FilePlus2} />
            </>
          ) : (
            <>
              <IconButton icon={FolderPlus} label="New asset folder" onPress={() => showNewFolder()} />
              <ActionIcon name="addFiles" icon={Upload} label="Add files" />
            </>
          )}
        </header>
        <TabPanel className="tab-panel" id="boards">
          <BoardTree />
        </TabPanel>
        <TabPanel className="tab-panel" id="assets">
          <AssetTree />
        </TabPanel>
      </Tabs>
    </Pane>
  );
}
