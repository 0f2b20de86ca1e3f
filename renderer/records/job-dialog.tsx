/** Progress of a job that the user waits for, with a button that cancels it. */

import { useEffect, useEffectEvent, useState } from 'react';
import { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { invoke } from '../platform/bridge.ts';
import { createJobId, useJobProgress } from '../state/job-progress.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProgressIndicator } from '../ui/progress-indicator.tsx';
import { showProblem } from '../ui/toast-queue.ts';

/** A shorter job shows no dialog, which would only flicker. */
const showDelayMs = 300;

export interface JobControls {
  readonly job: string;
  /** Aborted when the user cancels while the file is being sent; afterwards the job itself is cancelled. */
  readonly signal: AbortSignal;
  readonly onUpload: (part: number) => void;
}

interface JobDialogProps<T> {
  readonly title: string;
  readonly label: string;
  readonly run: (controls: JobControls) => Promise<T>;
  readonly onDone: (result: T) => void;
  /** Not called for a job that the user cancelled. */
  readonly onFailed: (problem: Problem) => void;
  readonly close: () => void;
}

export function JobDialog<T>({ title, label, run, onDone, onFailed, close }: JobDialogProps<T>) {
  const [job] = useState(createJobId);
  const [upload] = useState(() => new AbortController());
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [isSlow, setSlow] = useState(false);
  const progress = useJobProgress(job);
  const start = useEffectEvent(() => {
    const timer = setTimeout(() => setSlow(true), showDelayMs);
    run({ job, signal: upload.signal, onUpload: setUploaded })
      .then((result) => {
        close();
        onDone(result);
      })
      .catch((error: unknown) => {
        close();
        const problem = Problem.from(error);
        if (problem.code !== 'cancelled') onFailed(problem);
      })
      .finally(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  });
  // The job runs once, when the dialog is mounted.
  useEffect(() => start(), []);
  if (!isSlow) return null;
  const isUploading = uploaded !== null && uploaded < 1;
  const cancel = () => {
    if (isUploading) upload.abort();
    else void invoke('job.cancel', { job }).catch((error: unknown) => showProblem(Problem.from(error)));
  };
  const jobFraction = progress && progress.total > 0 ? progress.done / progress.total : null;
  return (
    <Dialog title={title} onClose={cancel} isAlert buttons={<Button onPress={cancel}>{t('common.cancel')}</Button>}>
      <ProgressIndicator label={label} fraction={isUploading ? uploaded : jobFraction} />
    </Dialog>
  );
}
