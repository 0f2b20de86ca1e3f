/**
 * What a view shows: its filters, its scroll position, its selected row. Kept while its tab is in the background and when it is moved to the other side; a
 * tab that is opened anew starts anew. A view exists once, so its state has one writer.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { openProjectStore } from './open-project.ts';
import { openTabsStore } from './open-tabs.ts';
import { sideOfTab, type TabId } from './tab-layout.ts';

export interface ViewState<T> {
  readonly read: () => T;
  readonly write: (value: T) => void;
}

type OpenTabs = ReturnType<typeof openTabsStore.getState>;
function isTabOpen({ layouts }: OpenTabs, tab: TabId): boolean {
  const layout = layouts[openProjectStore.getState().hash ?? ''];
  return layout !== undefined && sideOfTab(layout, tab) >= 0;
}

/** A value of the view with this tab in the open project, `initial()` until it is written. */
export function createViewState<T>(tab: TabId, initial: () => T): ViewState<T> {
  let written: { readonly opening: number; readonly value: T } | null = null;
  const currentOpening = () => openProjectStore.getState().opening;
  openTabsStore.subscribe((now, before) => {
    if (isTabOpen(now, tab) && !isTabOpen(before, tab)) written = null;
  });
  return {
    read: () => (written?.opening === currentOpening() ? written.value : initial()),
    write: (value) => {
      written = { opening: currentOpening(), value };
    },
  };
}

/** Like `useState`, but what was set last is read again when the component is rendered anew. */
export function useViewState<T>(state: ViewState<T>): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(state.read);
  useEffect(() => {
    state.write(value);
  }, [state, value]);
  return [value, setValue];
}
