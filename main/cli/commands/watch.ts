import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { WorkModes } from '../../../shared/contracts/work-mode.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { type CliSession, defineCliCommand } from '../define-command.ts';
import { stringifyOutput } from '../format-text.ts';
import { formatSyncStatus } from './sync.ts';

/** Keeps targets and synced projects up to date, and prints events, until it is stopped. */
export const watchCommand = defineCliCommand({
  name: 'watch',
  usage: '',
  description: message('cli.watch.description'),
  positionals: [],
  options: {},
  reportsNotices: true,
  async run(_, session) {
    const connection = session({ longRunning: true });
    const { json, translator, invoke, onEvents, print, connect, waitForStop, dataFolder } = connection;
    const printEvents = (events: readonly BackendEvent[]) => {
      for (const event of events) {
        const line = json ? stringifyOutput(event) : formatEvent(event, translator.t);
        if (line) print(line);
      }
    };
    const reported = new Set<string>();
    /** Lists all notices that have not been acknowledged. */
    const reportNotices = async () => {
      const notices = await invoke('app.notices', {});
      const fresh = notices.filter((notice) => !reported.has(JSON.stringify(notice)));
      for (const notice of fresh) reported.add(JSON.stringify(notice));
      printEvents(fresh.map((notice) => ({ event: 'notice', message: notice })));
    };
    const ended = waitForStop();
    const unsubscribe = onEvents((events) => {
      printEvents(events);
      if (!events.some(({ event }) => event === 'reconnected')) return;
      // The folder has been opened anew, by this process or by another one.
      const reportIdleWork = async () => {
        const idle = await describeIdleWork(connection, allWork);
        if (idle) printEvents([{ event: 'notice', message: idle }]);
      };
      Promise.all([reportNotices(), reportIdleWork()]).catch(() => undefined);
    });
    const role = await connect();
    const folder = { folder: dataFolder };
    const idle = await describeIdleWork(connection, allWork).catch(() => undefined);
    const beside = idle ?? message('cli.watch.startedBeside', folder);
    printEvents([{ event: 'notice', message: role === 'owner' ? message('cli.watch.started', folder) : beside }]);
    await reportNotices();
    await ended;
    unsubscribe();
    return undefined;
  },
});

const allWork: WorkModes = { targets: 'live', folders: 'live', sync: 'live' };
const workKinds = ['targets', 'folders', 'sync'] as const;

/** What the process that owns the data folder only does on request, although this command would do it by itself; undefined if there is no such work. */
export async function describeIdleWork({ invoke, dataFolder }: CliSession, wanted: WorkModes): Promise<Message | undefined> {
  const modes = await invoke('app.workModes', {});
  const idle = workKinds.filter((kind) => wanted[kind] === 'live' && modes[kind] === 'onRequest');
  if (idle.length === 0) return undefined;
  return message('cli.watch.idleBeside', { folder: dataFolder, work: idle.map((kind) => message(`cli.watch.work.${kind}`)) });
}

function formatEvent(event: BackendEvent, t: Translate): string | undefined {
  switch (event.event) {
    case 'project.changed': {
      const { hash, version, changes } = event;
      return t('cli.watch.events.projectChanged', { hash, version, count: typeof changes === 'number' ? changes : changes.length });
    }
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
    case 'folder.changed':
      return t('cli.folder.changed', { name: event.folder.name, status: event.folder.sentence });
    case 'folder.removed':
      return t('cli.folder.unlink.done', { hash: event.hash });
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
    case 'activity.changed':
    case 'menu.chosen':
    case 'menu.edit':
    case 'progress':
    case 'reconnected':
      return undefined;
  }
}
