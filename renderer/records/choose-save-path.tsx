/** Where a file is saved: chosen in the system's save dialog on the desktop, typed as a path on the computer that serves the window in a browser. */

import { useState } from 'react';
import { t } from '../messages/translate.ts';
import { invoke, shell } from '../platform/bridge.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialog-store.ts';
import { TextField } from '../ui/text-field.tsx';

interface SavePathRequest {
  /** The file name that is offered. */
  readonly suggested: string;
  /** The title of the dialog in a browser. */
  readonly title: string;
  readonly hint: string;
  readonly confirm: string;
}

/** null: cancelled. Rejects with a Problem if the system's dialog cannot be shown. */
export function chooseSavePath(request: SavePathRequest): Promise<string | null> {
  if (shell === 'desktop') return invoke('dialog.saveFile', { suggested: request.suggested });
  return new Promise((resolve) =>
    showDialog((close) => {
      const end = (path: string | null) => {
        close();
        resolve(path);
      };
      return <PathDialog request={request} onEnd={end} />;
    }),
  );
}

function PathDialog({ request, onEnd }: { request: SavePathRequest; onEnd: (path: string | null) => void }) {
  const [path, setPath] = useState('');
  return (
    <FormDialog
      title={request.title}
      submitLabel={request.confirm}
      isReady={path.trim() !== ''}
      run={async () => onEnd(path.trim())}
      onClose={() => onEnd(null)}
      width={520}
    >
      <p>{request.hint}</p>
      <TextField
        label={t('project.file')}
        value={path}
        onChange={setPath}
        placeholder={`/home/you/${request.suggested}`}
        isCode
        autoFocus
      />
    </FormDialog>
  );
}
