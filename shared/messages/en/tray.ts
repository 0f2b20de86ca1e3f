/** What the tray item and the system's notifications say. The page may be closed meanwhile. */
import { formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';

const countConflicts = (count: number): string => formatPlural(count, { one: '# question', other: '# questions' });

export const trayMessages = defineMessages({
  open: 'Open Taleport',
  quit: 'Quit Taleport',
  pauseHalfHour: 'Pause for 30 minutes',
  pause: 'Pause until I say so',
  goOn: 'Go on',
  look: 'Look now',
  more: (count: number) => formatPlural(count, { other: 'and # more' }),
  asked: countConflicts,
  fetched: 'Being fetched',
  states: {
    'in step': 'In step',
    sending: 'Sending',
    receiving: 'Receiving',
    waiting: 'Waiting for the limit',
    paused: 'Paused',
    offline: 'Offline',
    stopped: 'Stopped',
  },
  sending: (count: number) => formatPlural(count, { other: 'Sending #' }),
  until: (state: string, time: string) => `${state} until ${time}`,
  again: (state: string, time: string) => `${state}, trying again at ${time}`,
  line: (project: string, state: string) => `${project}: ${state}`,
});

export const notificationMessages = defineMessages({
  asked: (count: number, project: string) => `${countConflicts(count)} about ${project}`,
  several: (remote: string) => `${remote} and you changed the same things. Everything else goes on.`,
  stopped: (project: string) => `${project} is no longer mirrored for now`,
});
