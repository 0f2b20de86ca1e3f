/** Opens what belongs to the mirror. It is loaded when it is asked for: a story that is not mirrored needs none of it. */

import { openProject } from '../state/open-project.ts';
import { goTo } from '../state/place.ts';
import { dialogs, showDialog } from '../ui/dialogs.ts';
import { askedFor } from './asked-for.ts';

export async function showConnect(): Promise<void> {
  (await import('./remote-dialog.tsx')).showConnect();
}

/** The projects of a workspace; of the only one, or the first, where none is named. */
export async function showBrowse(remote?: string): Promise<void> {
  (await import('./browse-remote.tsx')).showBrowse(remote);
}

export async function showUpload(hash: string, name: string): Promise<void> {
  (await import('./upload-project.tsx')).showUpload(hash, name);
}

export async function showStopMirror(hash: string): Promise<void> {
  (await import('./stop-mirror.tsx')).showStopMirror(hash);
}

export async function showOverview(): Promise<void> {
  (await import('./overview.tsx')).showOverview();
}

/** Questions are answered in their story: what they are about can be seen and gone to there. `at`: the one to begin with. */
export async function showQuestions(hash: string, at: string | null = null): Promise<void> {
  askedFor.setState({ at });
  if (openProject.getState().hash !== hash) goTo(hash);
  const { QuestionsDialog } = await import('./questions-dialog.tsx');
  const { createElement } = await import('react');
  showDialog((close) => createElement(QuestionsDialog, { hash, close }));
}

/** Asked for from outside of the window. What is being done in a dialog comes first: the story must not change below it. */
export function leadToQuestion(hash: string, question: string): void {
  if (askedFor.getState().shown === hash) {
    askedFor.setState({ at: question });
    return;
  }
  if (dialogs.getState().open.length === 0) {
    void showQuestions(hash, question);
    return;
  }
  const stop = dialogs.subscribe(({ open }) => {
    if (open.length > 0) return;
    stop();
    void showQuestions(hash, question);
  });
}
