/** The dock below the board: the panes of the bottom side as tabs. */
import { X } from 'lucide-react';
import { Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { listDockPanes, shownDockPane } from '../../commands/pane.ts';
import { useActionStores } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { closePane, dockPane, isDockOpen, showDockView, usePaneLayout } from '../../state/pane-layout.ts';
import { IconButton } from '../../ui/button.tsx';
import { PaneFrame } from './pane-frame.tsx';
import '../../ui/tabs.css';
import './dock.css';

const dockSize = { initial: 260, min: 140, max: 620 };

export function Dock() {
  const isOpen = usePaneLayout(isDockOpen);
  // Which tabs there are depends on the project, for example on whether it is synced.
  useActionStores(() =>
    listDockPanes()
      .map(({ name }) => name)
      .join(),
  );
  const shown = usePaneLayout(shownDockPane);
  if (!isOpen || !shown) return null;
  return (
    <PaneFrame name={dockPane} label={t({ key: shown.label })} side="bottom" size={dockSize}>
      <Tabs className="tabs dock" selectedKey={shown.name} onSelectionChange={(key) => showDockView(String(key))}>
        <header className="dock-head">
          <TabList className="tab-list" aria-label={t('workspace.bottomPanel')}>
            {listDockPanes().map(({ name, label, icon: Icon }) => (
              <Tab key={name} className="tab dock-tab" id={name}>
                <Icon size={15} aria-hidden />
                {t({ key: label })}
              </Tab>
            ))}
          </TabList>
          <IconButton icon={X} label={t('workspace.closeBottomPanel')} onPress={() => closePane(dockPane)} />
        </header>
        {listDockPanes().map((pane) => (
          <TabPanel key={pane.name} className="tab-panel" id={pane.name}>
            <Suspense>
              <pane.Content />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </PaneFrame>
  );
}
