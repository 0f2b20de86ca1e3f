/** Navigation along connections: to the target of an item, back to its source, and among the targets of one source. Pure. */

import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { compareEntries, type Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { connectionEnd, findItem, itemKinds } from '../../../records/board/items.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { sendOrShowError } from '../../../state/send-command.ts';
import { announce } from '../frame/announcer.tsx';

/** The outgoing connections of an item, in the order in which players see them; for a branch, condition by condition. */
export function outputConnections(project: Project, id: string): readonly string[] {
  if (project.find('branch', id)) return project.childIds(id, 'conditions').flatMap((condition) => project.childIds(condition, 'outputs'));
  return project.childIds(id, 'outputs');
}

/** The incoming connections of an item, in the order of the board. */
export function inputConnections(project: Project, id: string): readonly string[] {
  const item = findItem(project, id);
  if (!item) return [];
  const arriving = [...project.referrersOf(id)].flatMap((holder) => {
    const connection = project.find('connection', holder);
    return connection?.targetid === id ? [connection] : [];
  });
  return arriving.sort(compareEntries).map((each) => each.id);
}

const connectionTargetId = (project: Project, connection: string): string | undefined => project.find('connection', connection)?.targetid;
const connectionSourceItemId = (project: Project, connection: string): string | undefined => {
  const source = project.find('connection', connection)?.sourceid;
  return source === undefined ? undefined : connectionEnd(project, source).itemId;
};

type StepDirection = 'forward' | 'back' | 'next' | 'previous';

/**
 * The next position of the navigation, from an item or a connection. `forward` leads from an item to its first target, and from a connection to its own
 * target. `next` and `previous` cycle through the other targets of the source from which the item was reached (by the connection `via`, or else by
 * its first input).
 */
export function stepAlongConnections(
  project: Project,
  id: string,
  direction: StepDirection,
  via: string | null = null,
): { id: string; via: string | null } | null {
  const connection = project.find('connection', id);
  if (connection) {
    const source = connectionSourceItemId(project, id);
    if (direction === 'forward') return { id: connection.targetid, via: id };
    if (direction === 'back') return source === undefined ? null : { id: source, via: null };
    const siblings = source === undefined ? [] : outputConnections(project, source);
    const next = wrapAround(siblings, siblings.indexOf(id), direction);
    return next === undefined ? null : { id: next, via: null };
  }
  if (!itemKinds.some((kind) => project.get(id)?.kind === kind)) return null;
  if (direction === 'forward') return firstStep(outputConnections(project, id), (each) => connectionTargetId(project, each));
  const inputs = inputConnections(project, id);
  const came = via !== null && inputs.includes(via) ? via : inputs[0];
  if (came === undefined) return null;
  const source = connectionSourceItemId(project, came);
  if (source === undefined) return null;
  if (direction === 'back') return { id: source, via: null };
  const siblings = outputConnections(project, source);
  const next = wrapAround(siblings, siblings.indexOf(came), direction);
  const target = next === undefined ? undefined : connectionTargetId(project, next);
  return next === undefined || target === undefined ? null : { id: target, via: next };
}

function firstStep(connections: readonly string[], end: (connection: string) => string | undefined): { id: string; via: string } | null {
  for (const via of connections) {
    const id = end(via);
    if (id !== undefined) return { id, via };
  }
  return null;
}

/** The neighbor in a cyclic list; undefined if there is no other member. */
function wrapAround(list: readonly string[], at: number, direction: 'next' | 'previous'): string | undefined {
  if (list.length < 2 || at < 0) return undefined;
  return list[(at + (direction === 'next' ? 1 : -1) + list.length) % list.length];
}

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

/** Navigates the board along its connections, and reorders the outputs of an element, with the keyboard. */
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

/** These items and all to which connections lead from them on the board. */
export function withFollowing(project: Project, ids: Iterable<string>): Set<string> {
  const all = new Set([...ids].filter((id) => findItem(project, id)));
  // A set is iterated including what is added meanwhile.
  for (const id of all)
    for (const connection of outputConnections(project, id)) {
      const target = connectionTargetId(project, connection);
      if (target !== undefined && findItem(project, target)) all.add(target);
    }
  return all;
}

export function selectFollowing(): void {
  const { ids } = selectionStore.getState();
  const following = withFollowing(openProjectStore.getState().project, ids);
  if (following.size > ids.size) selectItems(following);
  else announce(t('boardActions.done.noConnection'));
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
