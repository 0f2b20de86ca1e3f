/** Aligns, spaces out and lays out what is selected on the board; without a selection the layout is the whole board's. */

import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { Job } from '../layout/lay-out.ts';
import { showLayoutProgress } from '../layout/layout-progress.tsx';
import { runLayout } from '../layout/run-layout.ts';
import { boardView } from '../state/board-view.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { tell, tellProblem } from '../ui/toasts.ts';
import { boardActionWords } from '../words/en/board-actions.ts';
import { perform } from './act.ts';
import { announce } from './announce.ts';
import { type Alignment, aligned, type Boxes, type Direction, distributed } from './arrange.ts';
import { moved } from './edits.ts';
import type { Box } from './geometry.ts';
import { boxOf, itemAt, itemsOn } from './items.ts';

const words = boardActionWords.said;

export const alignSelected = (to: Alignment): Promise<void> => place(aligned(selectedBoxes(), to));
export const distributeSelected = (direction: Direction): Promise<void> => place(distributed(selectedBoxes(), direction));

function selectedBoxes(): Boxes {
  const { project } = openProject.getState();
  const items = [...selection.getState().ids].flatMap((id) => itemAt(project, id) ?? []);
  return new Map(items.map((item) => [item.id, boxOf(project, item)]));
}

async function place(boxes: Boxes): Promise<void> {
  const command = moved(openProject.getState().project, boxes);
  if (!command) announce(words.inPlace);
  else if (await perform(command)) announce(words.aligned(boxes.size));
}

/** Patience before it shows that it is at work, in milliseconds. */
const PATIENCE = 400;
let running: AbortController | null = null;

export async function layOutBoard(): Promise<void> {
  const { boardId, ids } = selection.getState();
  const { project } = openProject.getState();
  if (boardId === null || running) return;
  const job = jobFor(project, boardId, ids);
  if (job.items.length < 2) return announce(words.inPlace);
  const giveUp = new AbortController();
  running = giveUp;
  const progress = showLayoutProgress(PATIENCE, () => giveUp.abort());
  try {
    const places = await runLayout(job, { signal: giveUp.signal, progress: progress.tell });
    progress.close();
    if (!places) return tell({ tone: 'warning', title: boardActionWords.layout.noRoom });
    // The writer may have gone on meanwhile: what is there no more is passed over.
    const boxes = new Map<string, Box>();
    for (const { id, width, height } of job.items) {
      const to = places.get(id);
      if (to) boxes.set(id, { ...to, width, height });
    }
    const command = moved(openProject.getState().project, boxes);
    if (!command) announce(words.inPlace);
    else if (await perform(command)) {
      announce(words.laidOut(boxes.size));
      if (job.taken.length === 0) boardView.getState().view?.canvas?.fitAll();
    }
  } catch (error) {
    if (!giveUp.signal.aborted) tellProblem(new Problem('internal', boardActionWords.layout.failed, { cause: error }));
  } finally {
    progress.close();
    running = null;
  }
}

/** Two or more selected items, or everything on the board. */
function jobFor(project: Project, boardId: string, ids: ReadonlySet<string>): Job {
  const all = [...itemsOn(project, boardId)];
  const chosen = all.filter(({ id }) => ids.has(id));
  const items = chosen.length > 1 ? chosen : all;
  const moving = new Set(items.map(({ id }) => id));
  const start = project.find('project', PROJECT)?.startingElement;
  return {
    items: items.map((item) => ({ ...boxOf(project, item), id: item.id, isStart: item.id === start })),
    arrows: items.flatMap(({ id }) =>
      outputsOf(project, id).flatMap((output) => {
        const to = project.find('connection', output)?.targetid ?? '';
        return moving.has(to) ? [{ from: id, to }] : [];
      }),
    ),
    taken: all.filter(({ id }) => !moving.has(id)).map((item) => boxOf(project, item)),
  };
}

/** The connections that lead on from an element or a branch, in their order. */
const outputsOf = (project: Project, id: string): string[] => [
  ...project.list(id, 'outputs'),
  ...project.list(id, 'conditions').flatMap((condition) => project.list(condition, 'outputs')),
];
