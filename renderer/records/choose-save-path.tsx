/** Where a file is saved: chosen in the system's save dialog on the desktop, typed as a path on the computer that serves the window in a browser. */
import { useState } from 'react';
import { t } from '../messages/translate.ts';
import { invoke, shell } from '../platform/bridge.ts';
import { withErrorToast } from '../state/send-command.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialog-store.ts';
import { TextField } from '../ui/text-field.tsx';
import type { ToastMessage } from '../ui/toast-queue.ts';

interface SavePathRequest {
  /** The file name that is offered. */
  readonly suggested: string;
  readonly title: string;
  readonly hint: string;
  readonly confirm: string;
}

/** null: cancelled. Rejects with a Problem if the system's dialog cannot be shown. */
export function chooseSavePath(request: SavePathRequest): Promise<string | null> {
  if (shell === 'desktop') return invoke('dialog.saveFile', { suggested: request.suggested, title: request.title });
  return new Promise((resolve) => {
    let chosen: string | null = null;
    const choose = (path: string) => {
      chosen = path;
    };
    showDialog((close) => <PathDialog request={request} onChoose={choose} close={close} />, {
      onClosed: () => resolve(chosen),
      outlivesProject: true,
    });
  });
}

interface PathDialogProps {
  readonly request: SavePathRequest;
  readonly onChoose: (path: string) => void;
  readonly close: () => void;
}

function PathDialog({ request, onChoose, close }: PathDialogProps) {
  const [path, setPath] = useState('');
  return (
    <FormDialog
      title={request.title}
      submitLabel={request.confirm}
      isReady={path.trim() !== ''}
      run={async () => onChoose(path.trim())}
      onClose={close}
      width={520}
    >
      <p>{request.hint}</p>
      <TextField
        label={t('project.file')}
        value={path}
        onChange={setPath}
        placeholder={`/home/name/${request.suggested}`}
        isCode
        autoFocus
      />
    </FormDialog>
  );
}

/** For the toast that confirms a written file: shows it in the file manager of the system. In a browser, the file may be on another computer. */
export const showInFolder = (path: string): Pick<ToastMessage, 'action'> =>
  shell === 'desktop'
    ? {
        action: {
          label: t('common.showInFolder'),
          run: () => void withErrorToast(invoke('dialog.showInFolder', { path })).catch(() => undefined),
        },
      }
    : {};

/** The name under which a project is offered to be saved, without the characters that some file system does not accept. */
export const suggestedFileName = (projectName: string, extension: string): string =>
  `${projectName.replace(/[\\/:*?"<>|]+/g, ' ').trim() || t('projects.untitled')}${extension}`;
