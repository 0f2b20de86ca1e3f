import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { defineCliCommand } from '../define-command.ts';
import { formatCount } from '../format-text.ts';
import { formatSyncStatus } from './sync.ts';

/** Keeps targets and synced projects up to date, and prints what happens, until it is asked to end. */
export const watchCommand = defineCliCommand({
  name: 'watch',
  usage: '',
  description: 'keeps targets and synced projects up to date until it is ended (Ctrl+C)',
  positionals: [],
  options: {},
  async run(_, session) {
    const { json, onEvents, print, connect, waitForStop, dataFolder } = session({ longRunning: true });
    const tell = (events: readonly BackendEvent[]) => {
      for (const event of events) {
        const line = json ? JSON.stringify(event) : formatEvent(event);
        if (line) print(line);
      }
    };
    const ended = waitForStop();
    const silence = onEvents(tell);
    const how = await connect();
    const beside = how === 'owner' ? '' : ' Another Taleport works with it and does the writing.';
    tell([{ event: 'notice', message: `Watching ${dataFolder}.${beside}` }]);
    await ended;
    silence();
    return undefined;
  },
});

const formatServiceState = (urls: readonly string[]): string =>
  urls.length > 0 ? `The service listens on ${urls.join(' and ')}.` : 'The service does not listen.';

function formatEvent(event: BackendEvent): string | undefined {
  switch (event.event) {
    case 'project.changed':
      return `Project ${event.hash} is at version ${event.version} (${formatCount(event.changes.length, 'change')}).`;
    case 'projects.changed':
      return 'The list of projects has changed.';
    case 'target.changed':
      return `Target ${event.target.id}: ${event.target.status.sentence}`;
    case 'target.removed':
      return `Target ${event.id} has been removed.`;
    case 'target.delivered':
      return `Target ${event.delivery.id}: ${formatCount(event.delivery.written.length, 'file')} written, ${event.delivery.removed.length} removed.`;
    case 'service.changed':
      return event.state.problem ?? formatServiceState(event.state.listening.map(({ url }) => url));
    case 'notice':
      return event.message;
    case 'accounts.changed':
      return 'The workspace, its members or its keys have changed.';
    case 'remotes.changed':
      return 'The remotes have changed, or can be reached again or no longer.';
    case 'sync.changed':
      return formatSyncStatus(event.status);
    case 'sync.removed':
      return `Project ${event.hash} is no longer synced.`;
    case 'conflicts.changed':
      return `The conflicts or reports of project ${event.hash} have changed.`;
    case 'progress':
    case 'reconnected':
      return undefined;
  }
}
