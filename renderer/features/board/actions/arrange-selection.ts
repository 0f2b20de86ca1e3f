/** Aligns, distributes and lays out the selected items; without a selection the layout applies to the whole board. */
import { type Box, type BoxesById, boundsOf, type Point } from '../../../../shared/layout/geometry.ts';
import { defaultLabelWidth, labelSize, type Size } from '../../../../shared/layout/routing/label-size.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { Problem } from '../../../../shared/problem.ts';
import { t } from '../../../messages/translate.ts';
import { arrangeCommand, moveCommand } from '../../../records/board/edit-commands.ts';
import { frameContentIds, moveFrameContents, withFrameContents } from '../../../records/board/frames.ts';
import { findItem, isFrame, itemBox, itemsOn } from '../../../records/board/items.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { onProjectChange, openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';
import { sendOrShowError } from '../../../state/send-command.ts';
import { prepareUndoToast } from '../../../state/undo-toast.ts';
import { showConfirmation } from '../../../ui/dialog.tsx';
import { showProblem, showToast } from '../../../ui/toast-queue.ts';
import { announce } from '../frame/announcer.tsx';
import type { LayoutRequest } from '../layout/layout-items.ts';
import { runLayout, showLayoutProgress } from '../layout/run-layout.tsx';
import { outputConnections } from './connection-navigation.ts';

export const alignSelection = (to: Alignment): Promise<void> => applyBoxes(alignBoxes(selectedBoxesById(), to));
export const distributeSelection = (direction: DistributeDirection): Promise<void> =>
  applyBoxes(distributeBoxes(selectedBoxesById(), direction));

function selectedBoxesById(): BoxesById {
  const { project } = openProjectStore.getState();
  const items = [...selectionStore.getState().ids].flatMap((id) => findItem(project, id) ?? []);
  return new Map(items.map((item) => [item.id, itemBox(project, item)]));
}

async function applyBoxes(boxes: BoxesById): Promise<void> {
  const { project } = openProjectStore.getState();
  const command = moveCommand(project, moveFrameContents(project, boxes));
  if (!command) announce(t('boardActions.done.inPlace'));
  else if (await sendOrShowError(command)) announce(t('boardActions.done.aligned', { count: boxes.size }));
}

/** The layout's progress is shown after this many milliseconds. */
const progressDelayMs = 400;
let runningLayout: AbortController | null = null;

/** The layout of more items is confirmed: an arrangement made by hand is much work. */
const maxUnconfirmedItems = 30;

export async function autoLayoutBoard(): Promise<void> {
  const { boardId, ids } = selectionStore.getState();
  const { project } = openProjectStore.getState();
  if (boardId === null || runningLayout) return;
  const job = createLayoutRequest(project, boardId, ids);
  const count = job.items.length;
  if (count < 2) return announce(t('boardActions.done.inPlace'));
  if (count <= maxUnconfirmedItems) return layOut(boardId, job);
  showConfirmation({
    title: t('boardActions.layout.confirmTitle', { count }),
    confirms: 'undoable',
    confirmLabel: t('boardActions.layout.confirm'),
    message: t('boardActions.layout.confirmHint'),
    run: async () => void layOut(boardId, job),
  });
}

async function layOut(boardId: string, job: LayoutRequest): Promise<void> {
  if (runningLayout) return;
  const giveUp = new AbortController();
  runningLayout = giveUp;
  const progress = showLayoutProgress(progressDelayMs, () => giveUp.abort());
  // The result must not be applied to another project: a copy has items of the same ids.
  const stopWatching = onProjectChange(() => giveUp.abort());
  try {
    const places = await runLayout(job, { signal: giveUp.signal, progress: progress.report });
    progress.close();
    if (!places) return void showToast({ tone: 'warning', title: t('boardActions.layout.noRoom') });
    // Items may have been deleted while the layout was computed.
    const boxes = new Map<string, Box>();
    for (const { id, width, height } of job.items) {
      const to = places.get(id);
      if (to) boxes.set(id, { ...to, width, height });
    }
    const { project } = openProjectStore.getState();
    const command = arrangeCommand(project, boardId, boxes);
    const showDone = prepareUndoToast();
    if (!command) announce(t('boardActions.done.inPlace'));
    else if (await sendOrShowError(command)) {
      showDone(t('boardActions.done.laidOut', { count: boxes.size }));
      const { view } = boardViewStore.getState();
      if (job.obstacles.length === 0 && view?.boardId === boardId) view.canvas?.fitAll();
    }
  } catch (error) {
    if (!giveUp.signal.aborted) showProblem(new Problem('internal', message('boardActions.layout.failed'), { cause: error }));
  } finally {
    stopWatching();
    progress.close();
    runningLayout = null;
  }
}

/**
 * Two or more selected items, otherwise everything on the board. A frame is one item with everything that it holds, which keeps its arrangement. What
 * a frame holds is laid out by itself where only that is selected; the frame is no obstacle then.
 */
export function createLayoutRequest(project: Project, boardId: string, ids: ReadonlySet<string>): LayoutRequest {
  const all = [...itemsOn(project, boardId)];
  const chosen = all.filter(({ id }) => ids.has(id));
  const moving = chosen.length > 1 ? chosen : all;
  const frameOf = new Map(
    moving
      .filter(isFrame)
      .flatMap(({ id }) => [...withFrameContents(project, frameContentIds(project, id))].map((held) => [held, id] as const)),
  );
  /** The outermost frame that holds the item, or else the item itself. */
  const blockOf = (id: string): string => {
    let block = id;
    // No frame holds itself, because what a frame holds is smaller.
    for (let frame = frameOf.get(id); frame !== undefined; frame = frameOf.get(frame)) block = frame;
    return block;
  };
  const blocks = new Set(moving.map(({ id }) => blockOf(id)));
  const start = project.find('project', projectRecordId)?.startingElement ?? '';
  const contents = all.filter(({ id }) => blocks.has(blockOf(id)));
  return {
    items: contents
      .filter(({ id }) => blocks.has(id))
      .map((item) => ({
        ...itemBox(project, item),
        id: item.id,
        isStart: item.id === blockOf(start),
        isNote: item.kind === 'note' && !isFrame(item),
      })),
    arrows: contents.flatMap(({ id }) =>
      outputConnections(project, id).flatMap((output) => {
        const connection = project.find('connection', output);
        const to = connection && blockOf(connection.targetid);
        return connection && to !== undefined && blocks.has(to)
          ? [{ from: blockOf(id), to, label: shownLabelSize(project, connection) }]
          : [];
      }),
    ),
    obstacles: all.filter((item) => !blocks.has(blockOf(item.id)) && !isFrame(item)).map((item) => itemBox(project, item)),
  };
}

function shownLabelSize(project: Project, { id, labelWidth }: StoryRecord<'connection'>): Size | undefined {
  const text = recordName(project, id);
  return text === '' ? undefined : labelSize(text, labelWidth ?? defaultLabelWidth);
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
type DistributeDirection = 'across' | 'down';

/**
 * Aligns boxes, and distributes them evenly. Pure; returns the boxes that move. Moves all boxes to one edge or center line of their
 * bounding box.
 */
export function alignBoxes(boxes: BoxesById, to: Alignment): BoxesById {
  const bounds = boundsOf(boxes.values());
  if (!bounds || boxes.size < 2) return new Map();
  const places: Record<Alignment, (box: Box) => Partial<Point>> = {
    left: () => ({ x: bounds.x }),
    centre: ({ width }) => ({ x: bounds.x + (bounds.width - width) / 2 }),
    right: ({ width }) => ({ x: bounds.x + bounds.width - width }),
    top: () => ({ y: bounds.y }),
    middle: ({ height }) => ({ y: bounds.y + (bounds.height - height) / 2 }),
    bottom: ({ height }) => ({ y: bounds.y + bounds.height - height }),
  };
  return repositionBoxes(boxes, (box) => places[to](box));
}

/** Equal gaps between neighbors; the outermost boxes stay. Without room for gaps, neighbors overlap equally. */
export function distributeBoxes(boxes: BoxesById, direction: DistributeDirection): BoxesById {
  if (boxes.size < 3) return new Map();
  const axis = direction === 'across' ? 'x' : 'y';
  const extent = direction === 'across' ? 'width' : 'height';
  const order = [...boxes].sort(([, one], [, two]) => one[axis] + one[extent] / 2 - (two[axis] + two[extent] / 2));
  const [first, last] = [order[0]?.[1], order.at(-1)?.[1]];
  if (!first || !last) return new Map();
  const taken = order.reduce((sum, [, box]) => sum + box[extent], 0);
  const gap = (last[axis] + last[extent] - first[axis] - taken) / (order.length - 1);
  let next = first[axis];
  const places = new Map<Box, number>();
  for (const [, box] of order) {
    places.set(box, next);
    next += box[extent] + gap;
  }
  return repositionBoxes(boxes, (box) => (box === last ? {} : { [axis]: places.get(box) }));
}

function repositionBoxes(boxes: BoxesById, positionOf: (box: Box) => Partial<Point>): BoxesById {
  const moved = new Map<string, Box>();
  for (const [id, box] of boxes) {
    const to = { ...box, ...positionOf(box) };
    const rounded = { ...to, x: Math.round(to.x), y: Math.round(to.y) };
    if (rounded.x !== box.x || rounded.y !== box.y) moved.set(id, rounded);
  }
  return moved;
}
