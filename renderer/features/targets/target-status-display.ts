/** Labels and icons for the states of targets. */

import { Ban, CircleAlert, CircleCheck, Clock, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import type { Target, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';

export type TargetStatusTone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';

export const targetStateDisplays = (): Readonly<
  Record<TargetStatusDetails['state'], { readonly words: string; readonly icon: LucideIcon; readonly tone: TargetStatusTone }>
> => ({
  upToDate: { words: t('targets.upToDate'), icon: CircleCheck, tone: 'good' },
  waiting: { words: t('targets.waiting'), icon: Clock, tone: 'quiet' },
  writing: { words: t('targets.exportHistory.progress'), icon: RefreshCw, tone: 'quiet' },
  blocked: { words: t('targets.blocked'), icon: Ban, tone: 'bad' },
  changedByOthers: { words: t('targets.changedByOthers'), icon: CircleAlert, tone: 'waiting' },
  off: { words: t('targets.paused'), icon: PauseCircle, tone: 'off' },
});

/** What all targets together are: the worst of them. */
const severityOrder = ['blocked', 'changedByOthers', 'writing', 'waiting', 'upToDate', 'off'] as const;

export function worstTargetState(list: readonly Target[]): TargetStatusDetails['state'] | null {
  return severityOrder.find((state) => list.some(({ status }) => status.state === state)) ?? null;
}

/** `7 files, 1.2 MB`. */
export function formatFilesSize(files: number, bytes: number): string {
  const unit =
    bytes >= 1e6
      ? t('targets.mb', { size: (bytes / 1e6).toFixed(1) })
      : bytes >= 1000
        ? t('targets.kb', { size: Math.round(bytes / 1000) })
        : t('targets.bytes', { count: bytes });
  return t('targets.filesOf', { files, size: unit });
}
