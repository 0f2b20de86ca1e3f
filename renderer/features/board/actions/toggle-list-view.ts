/** Shows the boards of this project as lists, or as canvases again; stored for each project. */

import { boardViewStore } from '../../../state/board-view.ts';
import { isShownAsList, setShownAsList } from '../../../state/editing-preferences.ts';
import { openProjectStore } from '../../../state/open-project.ts';

/** The view that is shown then takes the focus, because the focused element is gone. */
export function toggleListView(): void {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  const isList = !isShownAsList(hash);
  const stop = boardViewStore.subscribe(({ view }) => {
    if (!view || (view.canvas === null) !== isList) return;
    stop();
    requestAnimationFrame(() => view.focus());
  });
  setShownAsList(hash, isList);
}
