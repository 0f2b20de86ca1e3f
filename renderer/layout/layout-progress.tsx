/** How far a layout is, with a way to give it up; shown only when it takes its time. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Progress } from '../ui/progress.tsx';
import { boardActionWords } from '../words/en/board-actions.ts';
import { commonWords } from '../words/en/common.ts';

export function showLayoutProgress(patience: number, giveUp: () => void): { tell: (part: number) => void; close: () => void } {
  let part = 0;
  let show: (part: number) => void = () => {};
  let closed = false;
  let closeDialog = () => {};
  const timer = setTimeout(() => {
    showDialog((close) => {
      closeDialog = close;
      return <LayoutProgress from={part} giveUp={giveUp} follow={(shown) => (show = shown)} />;
    });
  }, patience);
  return {
    tell: (next) => {
      part = next;
      show(next);
    },
    close: () => {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      closeDialog();
    },
  };
}

interface Props {
  readonly from: number;
  readonly giveUp: () => void;
  readonly follow: (show: (part: number) => void) => void;
}

function LayoutProgress({ from, giveUp, follow }: Props) {
  const [part, setPart] = useState(from);
  follow(setPart);
  return (
    <Dialog title={boardActionWords.layout.title} onClose={giveUp} buttons={<Button onPress={giveUp}>{commonWords.cancel}</Button>}>
      <Progress label={boardActionWords.layout.title} part={part === 0 ? null : part} />
    </Dialog>
  );
}
