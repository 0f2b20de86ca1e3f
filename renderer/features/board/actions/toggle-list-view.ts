/** Shows the boards of this project as lists, or as canvases again; the window remembers it for each project. */

import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { isShownAsList, setShownAsList } from '../../../state/preferences.ts';

/** What is shown then takes the keyboard: what had it is gone. */
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
