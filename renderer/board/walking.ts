/** Walks the board along its connections, and reorders the choices of a source, by keyboard. */

import { boardView } from '../state/board-view.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { boardActionWords } from '../words/en/board-actions.ts';
import { perform } from './act.ts';
import { announce } from './announce.ts';
import { inputsOf, stepAlong, type Way } from './ways.ts';

const words = boardActionWords.said;
const none: Readonly<Record<Way, string>> = { on: words.noWay, back: words.noWayBack, next: words.noOtherWay, previous: words.noOtherWay };

/** The connection by which the walk came to where it is, so that `next` means the next choice of that source. */
let came: { readonly id: string; readonly via: string } | null = null;

const selected = (): string | undefined => {
  const [id, ...more] = selection.getState().ids;
  return more.length === 0 ? id : undefined;
};

export function follow(way: Way): void {
  const id = selected();
  if (id === undefined) return;
  const step = stepAlong(openProject.getState().project, id, way, came?.id === id ? came.via : null);
  if (!step) {
    announce(none[way]);
    return;
  }
  came = step.via === null ? null : { id: step.id, via: step.via };
  select([step.id]);
  boardView.getState().view?.bringIntoView(step.id);
}

/** Moves the selected connection, or the one that the walk came by, among the outputs of its source. */
export async function reorder(by: 1 | -1): Promise<void> {
  const { project } = openProject.getState();
  const id = selected();
  const via = id === undefined ? undefined : project.find('connection', id) ? id : came?.id === id ? came?.via : inputsOf(project, id)[0];
  const connection = via === undefined ? undefined : project.find('connection', via);
  if (connection?.sourceType !== 'elements') return announce(words.noOtherWay);
  const outputs = project.list(connection.sourceid, 'outputs');
  const at = outputs.indexOf(connection.id) + by;
  if (at < 0 || at >= outputs.length) return announce(words.place(at - by + 1, outputs.length));
  if (await perform({ do: 'move', kind: 'connection', id: connection.id, at, list: 'outputs' }))
    announce(words.place(at + 1, outputs.length));
}
