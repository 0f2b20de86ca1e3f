/**
 * The sidebar: the panes of the left side as tabs. Where it is narrow, only the selected tab shows its label. In a narrow window it is folded to a
 * rail and opens over the board, until the focus moves on or Escape closes it; the rail beside it then takes the place of the other tabs.
 */

import { Suspense, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { MenuId } from '../../commands/action.ts';
import { ToolbarButtons } from '../../commands/action-button.tsx';
import { listPanes } from '../../commands/pane.ts';
import { t } from '../../messages/translate.ts';
import { isComposing } from '../../platform/composition.ts';
import { closePane, isSidebarOpen, showSidebarView, sidebarPane, usePaneLayout } from '../../state/pane-layout.ts';
import { focusFirstInside, isTextField } from '../../ui/focus.ts';
import { PaneFrame } from './pane-frame.tsx';
import '../../ui/tabs.css';

const sidebarSize = { initial: 232, min: 168, max: 440 };

/** The toolbar of the selected pane, beside the tabs. */
const toolbars: Readonly<Record<string, MenuId>> = {
  boards: 'sidebar.boards',
  components: 'sidebar.components',
  assets: 'sidebar.assets',
};

export function Sidebar() {
  const isNarrow = usePaneLayout((layout) => layout.isNarrow);
  // The pane keeps its place among the children: crossing the limit must not mount it anew, which would lose the focus inside it.
  return (
    <>
      {isNarrow && <SidebarRail />}
      <SidebarPane />
    </>
  );
}

function SidebarRail() {
  const rail = useRef<HTMLElement>(null);
  const isUnfolded = usePaneLayout(isSidebarOpen);
  useEffect(() => {
    if (!isUnfolded) return;
    const isInside = (target: EventTarget | null, regions: string) => target instanceof Element && target.closest(regions) !== null;
    const foldWhenLeft = ({ target }: Event) => {
      if (isInside(target, '.workspace-middle, .workspace-right')) closePane(sidebarPane);
    };
    const isEscape = (event: KeyboardEvent) =>
      event.key === 'Escape' && !isComposing(event) && isInside(event.target, `.sidebar-rail, [data-pane="${sidebarPane}"]`);
    const fold = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (rail.current) focusFirstInside(rail.current);
      closePane(sidebarPane);
    };
    // Before a tree, which would clear its selection, but after a field, which may clear its text.
    const foldBeforeTree = (event: KeyboardEvent) => {
      if (isEscape(event) && !(event.target && isTextField(event.target))) fold(event);
    };
    const foldAfterField = (event: KeyboardEvent) => {
      if (isEscape(event) && !event.defaultPrevented) fold(event);
    };
    document.addEventListener('pointerdown', foldWhenLeft);
    document.addEventListener('focusin', foldWhenLeft);
    document.addEventListener('keydown', foldBeforeTree, true);
    document.addEventListener('keydown', foldAfterField);
    return () => {
      document.removeEventListener('pointerdown', foldWhenLeft);
      document.removeEventListener('focusin', foldWhenLeft);
      document.removeEventListener('keydown', foldBeforeTree, true);
      document.removeEventListener('keydown', foldAfterField);
    };
  }, [isUnfolded]);
  return (
    <nav ref={rail} className="sidebar-rail" aria-label={t('workspace.sidebarLabel')} data-pane="rail">
      <ToolbarButtons menu="sidebar.rail" />
    </nav>
  );
}

function SidebarPane() {
  const isOpen = usePaneLayout(isSidebarOpen);
  const isNarrow = usePaneLayout((layout) => layout.isNarrow);
  const storedView = usePaneLayout(({ sidebarView }) => sidebarView);
  const panes = listPanes('left');
  // A stored view may be of a pane that no longer exists.
  const shown = panes.find(({ name }) => name === storedView) ?? panes[0];
  if (!isOpen || !shown) return null;
  const toolbar = toolbars[shown.name];
  const tabs = isNarrow ? [shown] : panes;
  return (
    <PaneFrame name={sidebarPane} label={t({ key: shown.label })} side="left" size={sidebarSize}>
      <Tabs className="tabs" selectedKey={shown.name} onSelectionChange={(key) => showSidebarView(String(key))}>
        <header className="pane-head tabs-head">
          <TabList className="tab-list" aria-label={t('workspace.sidebarLabel')}>
            {tabs.map(({ name, label, icon: Icon }) => (
              <Tab key={name} className="tab side-tab" id={name} aria-label={t({ key: label })}>
                <Icon size={16} aria-hidden />
                <span title={t({ key: label })}>{t({ key: label })}</span>
              </Tab>
            ))}
          </TabList>
          {toolbar && <ToolbarButtons menu={toolbar} />}
        </header>
        {panes.map((pane) => (
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
