/** What the tray item and the notifications say. The page, whose words are elsewhere, may be closed meanwhile. No Electron here. */
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

const asked = (count: number): string => (count === 1 ? '1 question' : `${count} questions`);

/** `Castle: Sending 3 · 1 question`. */
export function lineOf({ name, state, waiting, questions }: MirrorStatus): string {
  const words = state === 'sending' && waiting > 0 ? `${states[state]} ${waiting}` : states[state];
  return `${name}: ${words}${questions > 0 ? ` · ${asked(questions)}` : ''}`;
}

/** All together, for the tooltip. */
export function togetherIn(list: readonly MirrorStatus[]): string {
  const state = worst.find((each) => list.some((status) => status.state === each));
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  return ['Taleport', ...(state ? [states[state]] : []), ...(questions > 0 ? [asked(questions)] : [])].join(' · ');
}

/** Something only the user can do. */
export const needsUser = ({ state, questions }: MirrorStatus): boolean => state === 'stopped' || questions > 0;

export interface Notice {
  readonly hash: string;
  readonly title: string;
  readonly body: string;
  readonly why: 'question' | 'stopped';
}

/** What has come that the user is told of by the system: new questions, and work that can no longer go on. Nothing else. */
export function noticeOf(before: MirrorStatus | undefined, now: MirrorStatus): Notice | null {
  const { hash, name, remote, sentence } = now;
  if (now.state === 'stopped' && before?.state !== 'stopped')
    return { hash, title: `${name} is no longer mirrored for now`, body: sentence, why: 'stopped' };
  const fresh = now.questions - (before?.questions ?? 0);
  if (fresh <= 0) return null;
  const body = `${remote} and you changed the same thing. Everything else goes on.`;
  return { hash, title: `${asked(fresh)} about ${name}`, body, why: 'question' };
}
