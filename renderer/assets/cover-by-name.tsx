/** Covers that are no asset: an icon of the hosted service by its name, a film on YouTube by its address. Nothing is loaded for them. */
import { useState } from 'react';
import { changing } from '../fields/save.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { TextField } from '../ui/text-field.tsx';
import { inspectorWords } from '../words/en/inspector.ts';

const words = inspectorWords.cover;
type Owner = { readonly kind: 'element' | 'component'; readonly id: string };

export const showIconCover = (owner: Owner): void => showDialog((close) => <IconCover owner={owner} close={close} />);
export const showYoutubeCover = (elementId: string): void => showDialog((close) => <YoutubeCover elementId={elementId} close={close} />);

function IconCover({ owner: { kind, id }, close }: { owner: Owner; close: () => void }) {
  const cover = openProject.getState().project.find(kind, id)?.cover;
  const [file, setFile] = useState(cover?.type === 'icon' ? cover.file : '');
  return (
    <FormDialog
      title={words.iconTitle}
      does={words.use}
      isReady={file.trim() !== ''}
      run={() => send(changing(kind, id, { cover: { type: 'icon', file: file.trim() } }))}
      onClose={close}
    >
      <TextField label={words.iconFile} value={file} onChange={setFile} description={words.iconHint} isCode autoFocus selectsAll />
    </FormDialog>
  );
}

function YoutubeCover({ elementId, close }: { elementId: string; close: () => void }) {
  const cover = openProject.getState().project.find('element', elementId)?.cover;
  const now = cover?.type === 'youtube' ? cover : null;
  const [url, setUrl] = useState(now?.url ?? '');
  return (
    <FormDialog
      title={words.youtubeTitle}
      does={words.use}
      isReady={url.trim() !== ''}
      run={() => send(changing('element', elementId, { cover: { ...now, type: 'youtube', url: url.trim() } }))}
      onClose={close}
    >
      <TextField label={words.youtubeUrl} value={url} onChange={setUrl} description={words.youtubeHint} isCode autoFocus selectsAll />
    </FormDialog>
  );
}
