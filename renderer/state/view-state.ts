/**
 * What a view shows: its filters, its scroll position, its selected row. Kept while its tab is in the background and when it is moved to the other side; a
 * tab that is opened anew starts anew. A view exists once, so its state has one writer.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { Project } from '../../shared/model/project.ts';
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
  // There is one project instance per opening.
  const values = new WeakMap<Project, { readonly value: T }>();
  const openProject = () => openProjectStore.getState().project;
  openTabsStore.subscribe((now, before) => {
    if (isTabOpen(now, tab) && !isTabOpen(before, tab)) values.delete(openProject());
  });
  return {
    read: () => {
      const written = values.get(openProject());
      return written ? written.value : initial();
    },
    write: (value) => {
      values.set(openProject(), { value });
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
