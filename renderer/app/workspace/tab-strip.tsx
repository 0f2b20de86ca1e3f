/**
 * The tabs of one side. The arrow keys, Home and End go to another tab, Delete closes it, Enter moves the focus to its content, Alt and an arrow key move it;
 * with the pointer it is dragged, also to the other side, and closed with the middle button.
 */
import { ArrowLeft, ArrowRight, type LucideIcon, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import { menuEntries } from '../../commands/action-menus.ts';
import { findTabView } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { boardName } from '../../records/names/record-names.ts';
import { focusBoardWhenRendered } from '../../state/board-view.ts';
import { useProject } from '../../state/open-project.ts';
import { canCloseTab, closeTab, keepTabOpen, openTab, readActiveTab, readShownTabs } from '../../state/open-tabs.ts';
import { boardOfTab, frontTab, type TabId, type TabSide } from '../../state/tab-layout.ts';
import { ContextMenu, menuPositionOf } from '../../ui/context-menu.tsx';
import { focusFirstInside } from '../../ui/focus.ts';
import { kindIcons } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { adjacentPlace, dropTab, moveTabBy, type TabPlace, tabMimeType } from './tab-arrangement.ts';

export const tabElementId = (tab: TabId): string => `tab-${tab}`;
const focusTab = (tab: TabId | undefined): void => {
  if (tab !== undefined) document.getElementById(tabElementId(tab))?.focus();
};

interface TabStripProps {
  readonly side: TabSide;
  readonly at: number;
  readonly isSplit: boolean;
  readonly panelId: string;
}

export function TabStrip({ side, at, isSplit, panelId }: TabStripProps) {
  const [dropPlace, setDropPlace] = useState<TabPlace | null>(null);
  const [menuPoint, setMenuPoint] = useState<{ x: number; y: number } | null>(null);
  const front = frontTab(side);
  useEffect(() => {
    if (front === undefined) return;
    // In the next frame, for which the page is laid out anyway: here, that would be part of the task which shows the other tab.
    const frame = requestAnimationFrame(() =>
      document.getElementById(tabElementId(front))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [front]);
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(tabMimeType)) return;
    event.preventDefault();
    const place = placeAt(event, side.tabs);
    if (place?.beside !== dropPlace?.beside || place?.position !== dropPlace?.position) setDropPlace(place);
  };
  const drop = (event: DragEvent) => {
    const tab = event.dataTransfer.getData(tabMimeType);
    setDropPlace(null);
    if (tab === '' || !dropPlace) return;
    event.preventDefault();
    dropTab(tab, dropPlace);
  };
  const closeMenu = () => {
    setMenuPoint(null);
    // Its entries may have moved the tab to the other side. The focus is restored first, to an element on this one.
    const active = readActiveTab();
    setTimeout(() => focusTab(active));
  };
  const label = isSplit ? t(at === 0 ? 'workspace.tabs.left' : 'workspace.tabs.right') : t('workspace.tabs.label');
  return (
    <>
      <div
        className="tab-strip"
        role="tablist"
        aria-label={label}
        data-pane={at === 0 ? 'tabs' : 'tabs-right'}
        onKeyDown={(event) => handleTabKey(event, side.tabs, panelId)}
        onDragOver={dragOver}
        onDragLeave={() => setDropPlace(null)}
        onDrop={drop}
      >
        {side.tabs.map((tab) => (
          <StripTab
            key={tab}
            tab={tab}
            isFront={tab === front}
            isPreview={tab === side.preview}
            panelId={panelId}
            dropPosition={dropPlace?.beside === tab ? dropPlace.position : null}
            openMenu={setMenuPoint}
          />
        ))}
      </div>
      {menuPoint && <ContextMenu at={menuPoint} label={t('workspace.tabs.menu')} entries={tabMenuEntries} close={closeMenu} />}
    </>
  );
}

interface StripTabProps {
  readonly tab: TabId;
  readonly isFront: boolean;
  readonly isPreview: boolean;
  readonly panelId: string;
  readonly dropPosition: TabPlace['position'] | null;
  readonly openMenu: (at: { x: number; y: number }) => void;
}

function StripTab({ tab, isFront, isPreview, panelId, dropPosition, openMenu }: StripTabProps) {
  const { title, icon: Icon } = useTabTitle(tab);
  const handleContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // The menu contains the actions for the active tab.
    openTab(tab);
    openMenu(menuPositionOf(event));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tab list handles the keys
    <div
      id={tabElementId(tab)}
      className="strip-tab"
      role="tab"
      tabIndex={isFront ? 0 : -1}
      aria-selected={isFront}
      aria-controls={isFront ? panelId : undefined}
      title={isPreview ? t('workspace.tabs.preview', { title }) : title}
      data-tab={tab}
      data-preview={isPreview || undefined}
      data-drop={dropPosition ?? undefined}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(tabMimeType, tab);
        dataTransfer.effectAllowed = 'move';
      }}
      onClick={() => openClickedTab(tab)}
      onDoubleClick={() => keepTabOpen(tab)}
      // Otherwise the middle button scrolls.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && closeTab(tab)}
      onContextMenu={handleContextMenu}
    >
      <Icon size={14} aria-hidden />
      <span className="strip-tab-title user-text">{title}</span>
      {/* A tab must not contain a button of its own. With the keyboard, it is closed with Delete. */}
      <span
        className="strip-tab-close"
        aria-hidden
        title={t('workspace.tabs.close')}
        onClick={(event) => {
          event.stopPropagation();
          closeTab(tab);
        }}
      >
        <X size={13} />
      </span>
    </div>
  );
}

/** With the pointer, someone goes on to the board; the keys stay in the strip. */
function openClickedTab(tab: TabId): void {
  openTab(tab);
  if (boardOfTab(tab) !== null) focusBoardWhenRendered();
}

/** The actions for the active tab, and what dragging does in its row. */
function tabMenuEntries(): readonly (MenuEntry | null)[] {
  const tab = readActiveTab();
  const moveEntry = (by: 1 | -1, label: string, icon: LucideIcon, keys: string): MenuEntry => ({
    id: keys,
    label,
    icon,
    keys,
    isDisabled: tab === undefined || adjacentPlace(readShownTabs(), tab, by) === undefined,
    run: () => tab !== undefined && moveTabBy(tab, by),
  });
  return [
    ...menuEntries('tab'),
    null,
    moveEntry(-1, t('common.moveLeft'), ArrowLeft, 'Alt+←'),
    moveEntry(1, t('common.moveRight'), ArrowRight, 'Alt+→'),
  ];
}

/** Where a tab would be dropped; beyond the last one, after it. */
function placeAt({ target, clientX }: DragEvent, tabs: readonly TabId[]): TabPlace | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tab]') : null;
  const last = tabs.at(-1);
  if (!element) return last === undefined ? null : { beside: last, position: 'after' };
  const { left, width } = element.getBoundingClientRect();
  return { beside: element.dataset.tab ?? '', position: clientX < left + width / 2 ? 'before' : 'after' };
}

function handleTabKey(event: KeyboardEvent, tabs: readonly TabId[], panelId: string): void {
  const element = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-tab]') : null;
  const tab = element?.dataset.tab;
  if (tab === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const at = tabs.indexOf(tab);
  const step = { ArrowLeft: -1, ArrowRight: 1 } as const;
  const by = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? step[event.key] : null;
  const goTo = (next: TabId | undefined) => {
    if (next === undefined) return;
    openTab(next);
    focusTab(next);
  };
  if (event.altKey) {
    if (by === null) return;
    moveTabBy(tab, by);
  } else if (by !== null) goTo(tabs[(at + by + tabs.length) % tabs.length]);
  else if (event.key === 'Home') goTo(tabs[0]);
  else if (event.key === 'End') goTo(tabs.at(-1));
  else if (event.key === 'Enter' || event.key === ' ') focusContent(panelId);
  else if (event.key === 'Delete' && canCloseTab()) {
    closeTab(tab);
    focusTab(readActiveTab());
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function focusContent(panelId: string): void {
  const panel = document.getElementById(panelId);
  if (panel) focusFirstInside(panel);
}

/** The title and icon of a tab. */
function useTabTitle(tab: TabId): { readonly title: string; readonly icon: LucideIcon } {
  const boardId = boardOfTab(tab);
  const name = useProject((project) => boardName(project, boardId ?? ''));
  const view = findTabView(tab);
  return view ? { title: t({ key: view.label }), icon: view.icon } : { title: name, icon: kindIcons.board };
}
