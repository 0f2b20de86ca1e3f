/** Runs a layout in a worker, and shows its progress; it can be cancelled at any time. */
import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { trustScriptUrl } from '../../../platform/trusted-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { ProgressIndicator } from '../../../ui/progress-indicator.tsx';
import type { LayoutRequest, LayoutResult } from './layout-items.ts';
import type { LayoutWorkerMessage } from './layout-worker.ts';
import layoutWorkerUrl from './layout-worker.ts?worker&url';

/** Null if there is not enough room. Rejects if the worker fails or `signal` is aborted. */
export function runLayout(
  job: LayoutRequest,
  { signal, progress }: { signal: AbortSignal; progress: (part: number) => void },
): Promise<LayoutResult> {
  const worker = new Worker(trustScriptUrl(layoutWorkerUrl), { type: 'module' });
  const ended = new Promise<LayoutResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutWorkerMessage>) => ('places' in data ? resolve(data.places) : progress(data.part));
    worker.onerror = (event) => reject(new Error(event.message || 'The layout failed.'));
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')), { once: true });
  });
  worker.postMessage(job);
  return ended.finally(() => worker.terminate());
}

/** Opens the dialog after the delay, in milliseconds: only a layout that takes noticeably long has one. */
export function showLayoutProgress(delay: number, giveUp: () => void): { report: (part: number) => void; close: () => void } {
  let part = 0;
  let show: (part: number) => void = () => {};
  let isClosed = false;
  let closeDialog = () => {};
  const timer = setTimeout(() => {
    showDialog((close) => {
      closeDialog = close;
      return <LayoutProgress initialPart={part} cancel={giveUp} subscribe={(shown) => (show = shown)} />;
    });
  }, delay);
  return {
    report: (next) => {
      part = next;
      show(next);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(timer);
      closeDialog();
    },
  };
}

interface LayoutProgressProps {
  readonly initialPart: number;
  readonly cancel: () => void;
  readonly subscribe: (show: (part: number) => void) => void;
}

function LayoutProgress({ initialPart, cancel, subscribe }: LayoutProgressProps) {
  const [part, setPart] = useState(initialPart);
  subscribe(setPart);
  return (
    <Dialog title={t('boardActions.layout.title')} onClose={cancel} buttons={<Button onPress={cancel}>{t('common.cancel')}</Button>}>
      <ProgressIndicator label={t('boardActions.layout.title')} fraction={part === 0 ? null : part} />
    </Dialog>
  );
}
