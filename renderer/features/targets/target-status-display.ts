/** Labels and icons for the states of targets. */

import { Ban, CircleAlert, CircleCheck, Clock, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import type { ExporterDescription } from '../../../shared/contracts/exporters.ts';
import type { Target, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { fileSize } from '../../../shared/messages/file-size.ts';
import { t } from '../../messages/translate.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

export const targetStateDisplays = (): Readonly<
  Record<TargetStatusDetails['state'], { readonly label: string; readonly icon: LucideIcon; readonly tone: StatusTone }>
> => ({
  upToDate: { label: t('targets.upToDate'), icon: CircleCheck, tone: 'good' },
  waiting: { label: t('targets.waiting'), icon: Clock, tone: 'quiet' },
  writing: { label: t('targets.exportHistory.progress'), icon: RefreshCw, tone: 'quiet' },
  blocked: { label: t('targets.blocked'), icon: Ban, tone: 'bad' },
  changedByOthers: { label: t('targets.changedByOthers'), icon: CircleAlert, tone: 'waiting' },
  off: { label: t('targets.paused'), icon: PauseCircle, tone: 'off' },
});

/** Whether the game project is no longer where it was. */
export const isFolderMissing = ({ status: { sentence } }: Target): boolean =>
  typeof sentence === 'object' && ['targets.blocked.folderMissing', 'targets.blocked.projectMissing'].includes(sentence.key);

/** Most severe first: the combined state of several targets is the most severe one. */
const severityOrder = ['blocked', 'changedByOthers', 'writing', 'waiting', 'upToDate', 'off'] as const;

export function worstTargetState(list: readonly Target[]): TargetStatusDetails['state'] | null {
  return severityOrder.find((state) => list.some(({ status }) => status.state === state)) ?? null;
}

interface SharedState {
  readonly exporters: readonly ExporterDescription[];
  /** How many of the targets are in this state. */
  readonly count: number;
  readonly label: string;
}

/** `Godot: up to date`, `2 targets: up to date`, `1 of 2 targets: blocked`. */
export function describeTargets(list: readonly Target[], { exporters, count, label }: SharedState): string {
  const words = label.toLowerCase();
  const [first, ...others] = list;
  if (!first || others.length > 0) return t('targets.ofAll', { isAll: count === list.length, these: count, all: list.length, words });
  const { label: engine = first.engine } = exporters.find(({ id }) => id === first.engine) ?? {};
  return t('targets.ofOne', { engine, words });
}

/** `7 files, 1.2 MB`. */
export function formatFilesSize(files: number, bytes: number): string {
  return t('targets.filesOf', { files, size: fileSize(bytes) });
}
