/** How a mirror is, in words and with a sign: for one project and for all together. Pure but for the clock it is given. */
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CloudDownload,
  CloudUpload,
  Hourglass,
  type LucideIcon,
  PauseCircle,
  WifiOff,
} from 'lucide-react';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { timeOf } from '../../shared/words/counts.ts';
import { mirrorWords } from '../words/en/mirror.ts';

export type Tone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';
export interface StatusSaid {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly turns: boolean;
}

const looks: Readonly<Record<MirrorStatus['state'], Omit<StatusSaid, 'words'>>> = {
  'in step': { icon: CircleCheck, tone: 'good', turns: false },
  sending: { icon: CloudUpload, tone: 'quiet', turns: false },
  receiving: { icon: CloudDownload, tone: 'quiet', turns: false },
  waiting: { icon: Hourglass, tone: 'quiet', turns: false },
  paused: { icon: PauseCircle, tone: 'off', turns: false },
  offline: { icon: WifiOff, tone: 'waiting', turns: false },
  stopped: { icon: CircleAlert, tone: 'bad', turns: false },
};

/** `now` in milliseconds. Open questions are said beside the state, since the rest goes on. */
export function sayStatus(status: MirrorStatus, now: number): StatusSaid {
  const look = looks[status.state];
  const words = stateInWords(status, now);
  if (status.questions === 0) return { ...look, words };
  const asked = { words: mirrorWords.stateAnd(words, mirrorWords.questions(status.questions)) };
  return look.tone === 'bad' ? { ...look, ...asked } : { icon: CircleHelp, tone: 'waiting', turns: false, ...asked };
}

function stateInWords({ state, isHere, waiting, until }: MirrorStatus, now: number): string {
  const words = mirrorWords.states;
  if (state === 'in step') return words.inStep;
  if (state === 'receiving') return isHere ? words.receiving : words.fetching;
  if (state === 'sending') return words.sending(waiting);
  if (state === 'waiting') return until === null ? words.waiting : words.waitingUntil(clockOf(until));
  if (state === 'paused') return until === null ? words.paused : words.pausedUntil(clockOf(until));
  if (state === 'offline') return until === null ? words.offline : words.offlineUntil(inDuration((Date.parse(until) - now) / 1000));
  return words[state];
}

/** The worst first: what all together are. */
const worst: readonly MirrorStatus['state'][] = ['stopped', 'offline', 'sending', 'receiving', 'waiting', 'in step', 'paused'];

/** Questions of all are counted together. null: nothing is mirrored. */
export function sayTogether(list: readonly MirrorStatus[], now: number): StatusSaid | null {
  const state = worst.find((each) => list.some((status) => status.state === each));
  const these = list.filter((status) => status.state === state);
  const [first] = these;
  if (!first) return null;
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  const waiting = these.reduce((sum, each) => sum + each.waiting, 0);
  const until = these.map((each) => each.until).sort()[0] ?? null;
  const said = sayStatus({ ...first, waiting, until, questions }, now);
  return list.length === 1 || these.length === list.length ? said : { ...said, words: mirrorWords.ofAll(said.words, these.length) };
}

/** `14:05`. */
export const clockOf = (iso: string): string => timeOf(Date.parse(iso));

const inDuration = (seconds: number): string => (seconds < 1 ? mirrorWords.soon : mirrorWords.in(durationOf(seconds)));

/** `20 seconds`, `5 minutes`, `2 hours`: as exact as anybody can know it. */
export function durationOf(seconds: number): string {
  if (seconds < 60) return mirrorWords.seconds(Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5));
  return seconds < 5400 ? mirrorWords.minutes(Math.round(seconds / 60)) : mirrorWords.hours(Math.round(seconds / 3600));
}

/** How long what waits will take, as a sentence; null where that is not known, or not worth to be told. */
export const sayWaiting = ({ waiting, seconds }: MirrorStatus): string | null =>
  waiting === 0 || seconds === null || seconds < 5 ? null : mirrorWords.eta(waiting, durationOf(seconds));
