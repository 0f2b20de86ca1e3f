/** Navigates the board along its connections, and reorders the outputs of an element, with the keyboard. */

import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { sendOrShowError } from '../../../state/send-command.ts';
import { announce } from './announce.ts';
import { inputConnections, type StepDirection, stepAlongConnections } from './connection-navigation.ts';

const noStepMessages = (): Readonly<Record<StepDirection, string>> => ({
  forward: t('boardActions.done.noConnection'),
  back: t('boardActions.done.noConnectionBack'),
  next: t('boardActions.done.noOtherChoice'),
  previous: t('boardActions.done.noOtherChoice'),
});

/** The item that was reached last and the connection that led there, so that `next` means the next choice of the same source. */
let lastStep: { readonly id: string; readonly via: string } | null = null;

const singleSelectedId = (): string | undefined => {
  const [id, ...more] = selectionStore.getState().ids;
  return more.length === 0 ? id : undefined;
};

export function followConnection(direction: StepDirection): void {
  const id = singleSelectedId();
  if (id === undefined) return;
  const step = stepAlongConnections(openProjectStore.getState().project, id, direction, lastStep?.id === id ? lastStep.via : null);
  if (!step) {
    announce(noStepMessages()[direction]);
    return;
  }
  lastStep = step.via === null ? null : { id: step.id, via: step.via };
  selectItems([step.id]);
  boardViewStore.getState().view?.bringIntoView(step.id);
}

/** The selected connection; with an item selected, the connection that was followed to it, or else its first input. */
function connectionToMove(project: Project): StoryRecord<'connection'> | undefined {
  const selected = singleSelectedId();
  if (selected === undefined) return undefined;
  const connection = project.find('connection', selected);
  if (connection) return connection;
  const via = lastStep?.id === selected ? lastStep.via : inputConnections(project, selected)[0];
  return via === undefined ? undefined : project.find('connection', via);
}

/** Moves a connection among the outputs of its source. */
export async function moveOutput(by: 1 | -1): Promise<void> {
  const { project } = openProjectStore.getState();
  const connection = connectionToMove(project);
  if (connection?.sourceType !== 'elements') return announce(t('boardActions.done.noOtherChoice'));
  const outputs = project.childIds(connection.sourceid, 'outputs');
  const at = outputs.indexOf(connection.id) + by;
  if (at < 0 || at >= outputs.length) return announce(t('boardActions.done.choicePosition', { at: at - by + 1, count: outputs.length }));
  if (await sendOrShowError({ do: 'move', kind: 'connection', id: connection.id, at, list: 'outputs' }))
    announce(t('boardActions.done.choicePosition', { at: at + 1, count: outputs.length }));
}
