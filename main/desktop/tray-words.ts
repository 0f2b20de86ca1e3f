/** What the tray item says. The page, whose words are elsewhere, may be closed meanwhile. No Electron here. */
import type { MirrorStatus } from '../../shared/mirror.ts';

const states: Readonly<Record<MirrorStatus['state'], string>> = {
  'in step': 'In step',
  sending: 'Sending',
  receiving: 'Receiving',
  waiting: 'Waiting for the limit',
  paused: 'Paused',
  offline: 'Offline',
  stopped: 'Stopped',
};
/** The worst first. */
const worst = ['stopped', 'offline', 'sending', 'receiving', 'waiting', 'in step', 'paused'] as const;

export const trayWords = {
  open: 'Open Taleport',
  quit: 'Quit Taleport',
  pauseHalfHour: 'Pause for 30 minutes',
  pause: 'Pause until I say so',
  goOn: 'Go on',
  look: 'Look now',
  more: (count: number) => `and ${count} more`,
};

export const asked = (count: number): string => (count === 1 ? '1 question' : `${count} questions`);

/** `Castle: Sending 3 · 1 question`, `Castle: Paused until 14:05`. */
export function lineOf(status: MirrorStatus): string {
  const { name, state, isHere, questions } = status;
  const words = state === 'receiving' && !isHere ? 'Being fetched' : states[state];
  return `${name}: ${words}${moreOf(status)}${questions > 0 ? ` · ${asked(questions)}` : ''}`;
}

function moreOf({ state, waiting, until }: MirrorStatus): string {
  if (state === 'sending') return waiting > 0 ? ` ${waiting}` : '';
  if (until === null || state === 'stopped') return '';
  return `${state === 'offline' ? ', trying again at' : ' until'} ${clock.format(Date.parse(until))}`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** All together, for the tooltip. */
export function togetherIn(list: readonly MirrorStatus[]): string {
  const state = worst.find((each) => list.some((status) => status.state === each));
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  return ['Taleport', ...(state ? [states[state]] : []), ...(questions > 0 ? [asked(questions)] : [])].join(' · ');
}

/** Something only the user can do. */
export const needsUser = ({ state, questions }: MirrorStatus): boolean => state === 'stopped' || questions > 0;
