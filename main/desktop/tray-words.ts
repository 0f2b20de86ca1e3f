/** What the tray item says. No Electron here. */
import type { MirrorStatus } from '../../shared/mirror.ts';
import { timeOf } from '../../shared/words/counts.ts';
import { traySentences as words } from '../../shared/words/en/tray.ts';

/** The worst first. */
const worst = ['stopped', 'offline', 'sending', 'receiving', 'waiting', 'in step', 'paused'] as const;

/** `Castle: Sending 3 · 1 question`, `Castle: Paused until 14:05`. */
export function lineOf(status: MirrorStatus): string {
  const { name, questions } = status;
  return [words.line(name, stateOf(status)), ...(questions > 0 ? [words.asked(questions)] : [])].join(' · ');
}

function stateOf({ state, isHere, waiting, until }: MirrorStatus): string {
  if (state === 'sending' && waiting > 0) return words.sending(waiting);
  const said = state === 'receiving' && !isHere ? words.fetched : words.states[state];
  if (until === null || state === 'sending' || state === 'stopped') return said;
  return (state === 'offline' ? words.again : words.until)(said, timeOf(Date.parse(until)));
}

/** All together, for the tooltip. */
export function togetherIn(list: readonly MirrorStatus[]): string {
  const state = worst.find((each) => list.some((status) => status.state === each));
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  return ['Taleport', ...(state ? [words.states[state]] : []), ...(questions > 0 ? [words.asked(questions)] : [])].join(' · ');
}

/** Something only the user can do. */
export const needsUser = ({ state, questions }: MirrorStatus): boolean => state === 'stopped' || questions > 0;
