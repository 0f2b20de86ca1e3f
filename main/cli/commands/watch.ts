import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { defineCliCommand } from '../define-command.ts';
import { stringifyOutput } from '../json-output.ts';
import { formatSyncStatus } from './sync.ts';

/** Keeps targets and synced projects up to date, and prints events, until it is stopped. */
export const watchCommand = defineCliCommand({
  name: 'watch',
  usage: '',
  description: message('cli.watch.description'),
  positionals: [],
  options: {},
  async run(_, session) {
    const { json, translator, invoke, onEvents, print, connect, waitForStop, dataFolder } = session({ longRunning: true });
    const printEvents = (events: readonly BackendEvent[]) => {
      for (const event of events) {
        const line = json ? stringifyOutput(event) : formatEvent(event, translator.t);
        if (line) print(line);
      }
    };
    const ended = waitForStop();
    const unsubscribe = onEvents(printEvents);
    const role = await connect();
    const folder = { folder: dataFolder };
    printEvents([
      { event: 'notice', message: role === 'owner' ? message('cli.watch.started', folder) : message('cli.watch.startedBeside', folder) },
    ]);
    printEvents((await invoke('app.notices', {})).map((notice) => ({ event: 'notice', message: notice })));
    await ended;
    unsubscribe();
    return undefined;
  },
});

function formatEvent(event: BackendEvent, t: Translate): string | undefined {
  switch (event.event) {
    case 'project.changed':
      return t('cli.watch.events.projectChanged', { hash: event.hash, version: event.version, count: event.changes.length });
    case 'projects.changed':
      return t('cli.watch.events.projectsChanged');
    case 'target.changed':
      return t('cli.target.status', { id: event.target.id, status: event.target.status.sentence });
    case 'target.removed':
      return t('cli.target.removed', { id: event.id });
    case 'target.delivered': {
      const { id, written, removed } = event.delivery;
      return t('cli.watch.events.delivered', { id, written: written.length, removed: removed.length });
    }
    case 'service.changed': {
      const { problem, listening } = event.state;
      if (problem !== null) return t(problem);
      const urls = listening.map(({ url }) => url);
      return urls.length > 0 ? t('cli.watch.events.listening', { urls }) : t('cli.watch.events.notListening');
    }
    case 'notice':
      return t(event.message);
    case 'accounts.changed':
      return t('cli.watch.events.accountsChanged');
    case 'remotes.changed':
      return t('cli.watch.events.remotesChanged');
    case 'sync.changed':
      return formatSyncStatus(event.status, t);
    case 'sync.removed':
      return t('cli.watch.events.syncStopped', { hash: event.hash });
    case 'conflicts.changed':
      return t('cli.watch.events.conflictsChanged', { hash: event.hash });
    case 'menu.chosen':
    case 'menu.edit':
    case 'progress':
    case 'reconnected':
      return undefined;
  }
}
