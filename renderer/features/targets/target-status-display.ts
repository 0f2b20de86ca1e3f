/** Labels and icons for the states of targets. */
import { Ban, CircleAlert, CircleCheck, Clock, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import type { Target, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { targetsMessages } from '../../messages/en/targets.ts';

export type TargetStatusTone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';

export const targetStateDisplays: Readonly<
  Record<TargetStatusDetails['state'], { readonly words: string; readonly icon: LucideIcon; readonly tone: TargetStatusTone }>
> = {
  upToDate: { words: targetsMessages.upToDate, icon: CircleCheck, tone: 'good' },
  waiting: { words: targetsMessages.waiting, icon: Clock, tone: 'quiet' },
  writing: { words: targetsMessages.writing, icon: RefreshCw, tone: 'quiet' },
  blocked: { words: targetsMessages.blocked, icon: Ban, tone: 'bad' },
  changedByOthers: { words: targetsMessages.changedByOthers, icon: CircleAlert, tone: 'waiting' },
  off: { words: targetsMessages.paused, icon: PauseCircle, tone: 'off' },
};

/** What all targets together are: the worst of them. */
const severityOrder = ['blocked', 'changedByOthers', 'writing', 'waiting', 'upToDate', 'off'] as const;

export function worstTargetState(list: readonly Target[]): TargetStatusDetails['state'] | null {
  return severityOrder.find((state) => list.some(({ status }) => status.state === state)) ?? null;
}

/** `7 files, 1.2 MB`. */
export function formatFilesSize(files: number, bytes: number): string {
  const unit =
    bytes >= 1e6
      ? targetsMessages.mb((bytes / 1e6).toFixed(1))
      : bytes >= 1000
        ? targetsMessages.kb(Math.round(bytes / 1000))
        : targetsMessages.bytes(bytes);
  return targetsMessages.filesOf(files, unit);
}
