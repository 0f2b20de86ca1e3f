/** The progress of a layout, with a cancel button. Shown only if it takes noticeably long. */

import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { ProgressIndicator } from '../../../ui/progress-indicator.tsx';

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
