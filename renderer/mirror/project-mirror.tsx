/** A row of the list of projects: where the project is mirrored and how it stands, and what its menu says of that. */
import { CircleHelp, CirclePause, CirclePlay, CloudUpload, RefreshCw, Unlink } from 'lucide-react';
import type { ProjectSummary } from '../../shared/ipc/answers.ts';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { useMirror } from '../state/mirrors.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { showQuestions, showStopMirror, showUpload } from './show-mirror.ts';
import { StatusMark } from './status-mark.tsx';
import { lookNow, pauseOrGoOn } from './steer.ts';

export function ProjectMirror({ hash }: { hash: string }) {
  const status = useMirror(hash);
  if (!status) return <span />;
  return (
    <span className="project-mirror">
      <StatusMark status={status} />
      <span className="mirror-facts">{mirrorWords.onRemote(status.remote)}</span>
    </span>
  );
}

/** What a menu of the project offers about its mirror, or to begin one. */
export function mirrorEntries(
  { hash, name }: Pick<ProjectSummary, 'hash' | 'name'>,
  status: MirrorStatus | undefined,
): (MenuEntry | null)[] {
  if (!status)
    return [{ id: 'upload', label: `${mirrorWords.actions.upload}…`, icon: CloudUpload, run: () => void showUpload(hash, name) }];
  const isPaused = status.state === 'paused';
  return [
    ...(status.questions > 0
      ? [{ id: 'answer', label: mirrorWords.answerCount(status.questions), icon: CircleHelp, run: () => void showQuestions(hash) }]
      : []),
    { id: 'look', label: mirrorWords.lookNow, icon: RefreshCw, run: () => void lookNow(hash) },
    {
      id: 'pause',
      label: isPaused ? mirrorWords.goOn : mirrorWords.pauseOpen,
      icon: isPaused ? CirclePlay : CirclePause,
      run: () => void pauseOrGoOn(hash),
    },
    { id: 'stop', label: mirrorWords.stop, icon: Unlink, run: () => void showStopMirror(hash) },
  ];
}
