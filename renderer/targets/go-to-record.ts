/** Goes to the record that something was said about: its board, the tree of components or of assets, with it selected. */
import type { Project } from '../../shared/project.ts';
import { revealAsset } from '../assets/pane-state.ts';
import { openThread, showThread } from '../comments/comments-state.ts';
import { revealComponent } from '../components/pane-state.ts';
import { openProject } from '../state/open-project.ts';
import { openBoard, reveal } from '../state/selection.ts';

interface About {
  readonly id: string;
}

export const isReachable = (project: Project, { id }: About): boolean =>
  project.find('asset', id) !== undefined || componentOf(project, id) !== undefined || placeOf(project, id) !== undefined;

export function goToRecord({ id }: About): void {
  const { project } = openProject.getState();
  const thread = project.find('comment', project.find('reply', id)?.commentId ?? id);
  if (thread) {
    openThread(thread.id);
    showThread(thread.id);
    return;
  }
  const component = componentOf(project, id);
  const place = placeOf(project, id);
  if (component !== undefined) revealComponent(component);
  if (project.find('asset', id)) revealAsset(id);
  if (!place) return;
  if (place.itemId === null) openBoard(place.boardId);
  else reveal(place.boardId, place.itemId);
}

/** The component itself, or the one whose attribute it is. */
const componentOf = (project: Project, id: string): string | undefined =>
  project.find('component', project.find('attribute', id)?.cId ?? id)?.id;

/** The board a record is on and what to select there: a condition stands for its branch, an attachment or attribute for what holds it. */
function placeOf(project: Project, id: string): { boardId: string; itemId: string | null } | undefined {
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    const record = project.at(at);
    if (!record) return undefined;
    if (record.kind === 'board') return record.type === 'board' ? { boardId: at, itemId: null } : undefined;
    const { boardId } = record;
    if (typeof boardId === 'string') return { boardId, itemId: at };
    const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
    at = typeof holder === 'string' ? holder : null;
  }
  return undefined;
}
