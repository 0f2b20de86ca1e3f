/** Where the program's events go. */
import type { Event } from '../../shared/ipc/events.ts';
import { ask, onEvents, onReconnect } from '../bridge.ts';
import { tell } from '../ui/toasts.ts';
import { stateWords } from '../words/en/state.ts';
import { takeProgress } from './jobs.ts';
import { lookWhenOnline, readMirrors, takeMirrors } from './mirrors.ts';
import { openProject, receive, reread } from './open-project.ts';
import { followPlace, goToProjects } from './place.ts';
import { readProjects } from './projects.ts';
import { readTargets, takeTargets } from './targets.ts';

/** `ask` shows a question of a project that is asked for from outside of the window. */
export function listen(ask: (hash: string, question: string) => void): void {
  onEvents(take);
  onReconnect(() => {
    void reread();
    void readProjects();
    void readTargets();
    void readMirrors();
  });
  followPlace(ask);
  void readMirrors();
  lookWhenOnline();
}

function take(events: readonly Event[]): void {
  receive(events);
  takeTargets(events);
  takeMirrors(events);
  takeProgress(events);
  if (openProject.getState().hash === null && events.some(({ event }) => event === 'projects.changed' || event === 'project.changed'))
    void readProjects();
  if (events.some(({ event }) => event === 'projects.changed')) void leaveIfGone();
  for (const event of events) if (event.event === 'notice') tell({ tone: 'plain', title: event.message });
}

/** The open project may have been deleted elsewhere: in another window, or by the command line. */
async function leaveIfGone(): Promise<void> {
  const { hash, project } = openProject.getState();
  if (hash === null || project.size === 0) return;
  const { name } = project.root;
  const list = await ask('project.list', {}).catch(() => null);
  if (list === null || openProject.getState().hash !== hash || list.some((each) => each.hash === hash)) return;
  goToProjects();
  tell({ tone: 'plain', title: stateWords.wasDeleted(name) });
}
