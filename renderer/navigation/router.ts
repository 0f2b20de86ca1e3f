/** Stores the open project in the URL, so that a reload opens it again. A start without one opens the last project. */
import { formatWindowLocation, parseWindowLocation, type WindowLocation } from '../../shared/contracts/window-location.ts';
import { Problem } from '../../shared/problem.ts';
import { rememberLastProject, takeLastProject } from '../state/last-project.ts';
import { close, open, openProjectStore } from '../state/open-project.ts';
import { resetSelection } from '../state/selection.ts';
import { closeTargets, loadTargets } from '../state/targets-store.ts';
import { finishEditing } from '../state/unsaved-edits.ts';
import { confirmDiscard } from '../ui/dialog.tsx';
import { closeDialogsOfOtherAddress, wouldLoseUnsavedText } from '../ui/dialog-store.ts';
import { showProblem } from '../ui/toast-queue.ts';

let leftProject: string | null = null;

/** The hash of the project that was open before the list, for which the list focuses its card; null if it was asked for before, or no project was open. */
export function takeLeftProject(): string | null {
  const left = leftProject;
  leftProject = null;
  return left;
}

const currentRoute = (): WindowLocation => parseWindowLocation(window.location.hash);

/** Opens the project of the URL, now and whenever it changes. `openConflict` opens the conflict that the URL may contain. */
export function startRouter(openConflict: (hash: string, conflictId: string) => void): void {
  const go = () => {
    const { projectHash, conflictId } = currentRoute();
    if (projectHash === null || conflictId === null) return void applyRoute();
    // The conflict is only handed over: the URL contains the open project again, so that a reload does not open the conflict once more.
    window.history.replaceState(null, '', formatWindowLocation({ projectHash: openProjectStore.getState().hash, conflictId: null }));
    openConflict(projectHash, conflictId);
  };
  window.addEventListener('hashchange', go);
  const last = window.location.hash === '' ? takeLastProject() : null;
  rememberLastProject();
  if (last === null) go();
  else {
    window.history.replaceState(null, '', formatWindowLocation({ projectHash: last, conflictId: null }));
    void applyRoute({ reportsProblem: false });
  }
}

export function goToProject(projectHash: string): void {
  window.location.hash = formatWindowLocation({ projectHash, conflictId: null });
}

/**
 * To be called before a project is created or imported. Returns `goToProject`, which does nothing if the user has gone to another project or to the list
 * meanwhile.
 */
export function prepareGoToProject(): typeof goToProject {
  const { hash } = window.location;
  return (projectHash) => {
    if (window.location.hash === hash) goToProject(projectHash);
  };
}

export function goToProjectList(): void {
  window.location.hash = formatWindowLocation({ projectHash: null, conflictId: null });
}

async function applyRoute({ reportsProblem } = { reportsProblem: true }): Promise<void> {
  const { projectHash } = currentRoute();
  const { hash } = openProjectStore.getState();
  if (projectHash === hash) return;
  if (wouldLoseUnsavedText()) return stayUntilDiscarded(projectHash, hash);
  // Sent while the project is still open.
  if (hash !== null) void finishEditing();
  closeDialogsOfOtherAddress();
  resetSelection();
  closeTargets();
  leftProject = hash;
  if (projectHash === null) return close();
  try {
    await Promise.all([open(projectHash), loadTargets(projectHash)]);
  } catch (error) {
    if (currentRoute().projectHash === projectHash) goToProjectList();
    // Nobody has asked for a last project that is gone, and the list says why projects cannot be read.
    if (reportsProblem) showProblem(Problem.from(error));
  }
}

/** A link, the system or the Back button of a browser leads to another project while a form is open: it keeps its page until the user discards it. */
function stayUntilDiscarded(projectHash: string | null, openHash: string | null): void {
  window.history.replaceState(null, '', formatWindowLocation({ projectHash: openHash, conflictId: null }));
  confirmDiscard(() => {
    const address = formatWindowLocation({ projectHash, conflictId: null });
    closeDialogsOfOtherAddress(address);
    window.location.hash = address;
  });
}
