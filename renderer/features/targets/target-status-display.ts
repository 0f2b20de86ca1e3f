/** Labels and icons for the states of targets: the same wherever a state is shown. */

import { Ban, CircleAlert, CircleCheck, Clock, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import type { ExporterDescription } from '../../../shared/contracts/exporters.ts';
import type { Target, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { fileSize } from '../../../shared/messages/file-size.ts';
import { message } from '../../../shared/messages/message.ts';
import { t } from '../../messages/translate.ts';
import type { StatusTone } from '../../ui/status-tone.ts';
import type { ToastMessage } from '../../ui/toast-queue.ts';

type TargetState = TargetStatusDetails['state'];
interface TargetStateDisplay {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
}

/** Without the reason of a target that cannot export. */
const targetStateDisplays = (): Readonly<Record<TargetState, TargetStateDisplay>> => ({
  upToDate: { label: t('targets.upToDate'), icon: CircleCheck, tone: 'good' },
  waiting: { label: t('targets.waiting'), icon: Clock, tone: 'quiet' },
  writing: { label: t('targets.exporting'), icon: RefreshCw, tone: 'quiet' },
  blocked: { label: t('targets.blocked'), icon: Ban, tone: 'bad' },
  changedByOthers: { label: t('targets.changedByOthers'), icon: CircleAlert, tone: 'waiting' },
  off: { label: t('targets.paused'), icon: PauseCircle, tone: 'off' },
});

/** Whether the game project is no longer where it was. */
export const isFolderMissing = ({ reason }: TargetStatusDetails): boolean => reason === 'folderMissing';

/** A target that errors of the story hold back waits for them to be fixed. */
export function displayTargetState(status: TargetStatusDetails): TargetStateDisplay {
  const display = targetStateDisplays()[status.state];
  if (status.state === 'upToDate' && status.kept.count > 0)
    return { ...display, label: t('targets.upToDateExcept', { count: status.kept.count }), icon: CircleAlert, tone: 'quiet' };
  if (isFolderMissing(status)) return { ...display, label: t('targets.gameNotFound') };
  const count = storyErrorCount(status);
  return typeof count === 'number' ? { ...display, label: t('targets.waitingForErrors', { count }), icon: Clock } : display;
}

const storyErrorCount = ({ reason, sentence }: TargetStatusDetails) => (reason === 'storyErrors' ? sentence.params?.count : undefined);

/** A script is broken while it is written: only an error that stays for as long as before a check of the story is shown. In milliseconds. */
export const statusDelay = (status: TargetStatusDetails): number => (storyErrorCount(status) === undefined ? 0 : 2000);

/** What is shown while a status waits for its delay: the one before it, but not an export that has ended. */
export const statusDuringDelay = (before: TargetStatusDetails, current: TargetStatusDetails): TargetStatusDetails =>
  before.state === 'writing' && current.state !== 'writing'
    ? { ...before, state: 'waiting', sentence: message('targets.status.storyChanged') }
    : before;

/** Most severe first: the combined state of several targets is the most severe one. */
const severityOrder = ['blocked', 'changedByOthers', 'writing', 'waiting', 'upToDate', 'off'] as const;

/** A target with the most severe state; null if there are none. */
export const findWorstTarget = (list: readonly Target[]): Target | null =>
  [...list].sort((one, two) => severityOrder.indexOf(one.status.state) - severityOrder.indexOf(two.status.state))[0] ?? null;

interface DescribedTargets {
  readonly list: readonly Target[];
  /** The target whose state is named. */
  readonly worst: Target;
  readonly exporters: readonly ExporterDescription[];
  /** The time of its last export, in words; null leaves it out. */
  readonly when: string | null;
}

/** `Godot · Exported 2 minutes ago`, `2 targets · Up to date`, `1 of 2 targets · Waiting: 1 error`. */
export function describeTargets({ list, worst, exporters, when }: DescribedTargets): string {
  const { state } = worst.status;
  const { label } = displayTargetState(worst.status);
  const count = list.filter(({ status }) => status.state === state).length;
  if (list.length > 1) return t('targets.ofAll', { isAll: count === list.length, these: count, all: list.length, words: label });
  const { label: engine = worst.engine } = exporters.find(({ id }) => id === worst.engine) ?? {};
  return t('targets.ofOne', { engine, words: state === 'upToDate' && when !== null ? t('targets.exported', { when }) : label });
}

/** `7 files, 1.2 MB`. */
export function formatFilesSize(files: number, bytes: number): string {
  return t('targets.filesOf', { files, size: fileSize(bytes) });
}

/** What the first export of a new target came to: files of other programs, errors of the story or a full disk prevent it. */
export const describeAdded = ({ status, files }: Target & { files: readonly string[] }, what: string): ToastMessage =>
  status.state === 'upToDate'
    ? { tone: 'good', title: t('targets.add.done', { what }), lines: files }
    : { tone: 'warning', title: t('targets.add.notExported', { what }), lines: [t(status.sentence)] };
