/** Engines and states of targets in words and signs. */
import { Ban, CircleAlert, CircleCheck, Clock, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import type { Target, TargetState } from '../../shared/targets.ts';
import { targetsWords } from '../words/en/targets.ts';

export const engineNames: Readonly<Record<Target['engine'], string>> = { unity: 'Unity', unreal: 'Unreal', godot: 'Godot', json: 'JSON' };

export type Tone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';

export const states: Readonly<Record<TargetState['state'], { readonly words: string; readonly icon: LucideIcon; readonly tone: Tone }>> = {
  upToDate: { words: targetsWords.upToDate, icon: CircleCheck, tone: 'good' },
  waiting: { words: targetsWords.waiting, icon: Clock, tone: 'quiet' },
  writing: { words: targetsWords.writing, icon: RefreshCw, tone: 'quiet' },
  blocked: { words: targetsWords.blocked, icon: Ban, tone: 'bad' },
  changedByOthers: { words: targetsWords.changedByOthers, icon: CircleAlert, tone: 'waiting' },
  off: { words: targetsWords.paused, icon: PauseCircle, tone: 'off' },
};

/** What all targets together are: the worst of them. */
const worst = ['blocked', 'changedByOthers', 'writing', 'waiting', 'upToDate', 'off'] as const;

export function together(list: readonly Target[]): TargetState['state'] | null {
  return worst.find((state) => list.some(({ status }) => status.state === state)) ?? null;
}

/** `7 files, 1.2 MB`. */
export function sizeInWords(files: number, bytes: number): string {
  const unit =
    bytes >= 1e6
      ? targetsWords.mb((bytes / 1e6).toFixed(1))
      : bytes >= 1000
        ? targetsWords.kb(Math.round(bytes / 1000))
        : targetsWords.bytes(bytes);
  return targetsWords.filesOf(files, unit);
}
