/** Shows the boards of this project as lists, or as canvases again; the window remembers it for each project. */

import { boardView } from '../state/board-view.ts';
import { isListed, setListed } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';

/** What is shown then takes the keyboard: what had it is gone. */
export function flipList(): void {
  const { hash } = openProject.getState();
  if (hash === null) return;
  const isList = !isListed(hash);
  const stop = boardView.subscribe(({ view }) => {
    if (!view || (view.canvas === null) !== isList) return;
    stop();
    requestAnimationFrame(() => view.focus());
  });
  setListed(hash, isList);
}
