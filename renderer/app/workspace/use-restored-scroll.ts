/** Views start where they were scrolled to. Boards have viewports instead, and tables in a view keep the position of their own rows. */
import { type RefObject, useEffect } from 'react';
import type { TabId } from '../../state/tab-layout.ts';
import { createViewState, type ViewState } from '../../state/view-state.ts';

const scrollTops = new Map<TabId, ViewState<number>>();
function scrollTopOf(tab: TabId): ViewState<number> {
  const existing = scrollTops.get(tab);
  if (existing) return existing;
  const state = createViewState(tab, () => 0);
  scrollTops.set(tab, state);
  return state;
}

/** To be called once the view is rendered. */
export function useRestoredScroll(panel: RefObject<HTMLElement | null>, tab: TabId): void {
  useEffect(() => {
    const view = panel.current?.querySelector('.view');
    if (!view) return;
    const kept = scrollTopOf(tab);
    view.scrollTop = kept.read();
    const keep = () => kept.write(view.scrollTop);
    view.addEventListener('scroll', keep, { passive: true });
    return () => view.removeEventListener('scroll', keep);
  }, [panel, tab]);
}
