/** Where the program's events go. */
import type { Event } from '../../shared/ipc.ts';
import { onEvents, onReconnect } from '../bridge.ts';
import { tell } from '../ui/toasts.ts';
import { takeProgress } from './jobs.ts';
import { openProject, receive, reread } from './open-project.ts';
import { followPlace } from './place.ts';
import { readProjects } from './projects.ts';
import { readTargets, takeTargets } from './targets.ts';

export function listen(): void {
  onEvents(take);
  onReconnect(() => {
    void reread();
    void readProjects();
    void readTargets();
  });
  followPlace();
}

function take(events: readonly Event[]): void {
  receive(events);
  takeTargets(events);
  takeProgress(events);
  if (openProject.getState().hash === null && events.some(({ event }) => event === 'projects.changed' || event === 'project.changed'))
    void readProjects();
  for (const event of events) if (event.event === 'notice') tell({ tone: 'plain', title: event.message });
}
