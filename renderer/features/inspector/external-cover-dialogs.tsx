/** Covers that are not assets: an icon of the hosted service by its name, or a YouTube video by its URL. Nothing is downloaded for them. */

import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';

type CoverOwner = { readonly kind: 'element' | 'component'; readonly id: string };

export const showIconCover = (owner: CoverOwner): void => showDialog((close) => <IconCoverDialog owner={owner} close={close} />);
export const showYoutubeCover = (elementId: string): void =>
  showDialog((close) => <YoutubeCoverDialog elementId={elementId} close={close} />);

function IconCoverDialog({ owner: { kind, id }, close }: { owner: CoverOwner; close: () => void }) {
  const cover = openProjectStore.getState().project.find(kind, id)?.cover;
  const [file, setFile] = useState(cover?.type === 'icon' ? cover.file : '');
  return (
    <FormDialog
      title={t('inspector.cover.iconTitle')}
      submitLabel={t('inspector.cover.use')}
      isReady={file.trim() !== ''}
      run={() => sendCommand(changeFieldsCommand(kind, id, { cover: { type: 'icon', file: file.trim() } }))}
      onClose={close}
    >
      <TextField
        label={t('inspector.cover.iconFile')}
        value={file}
        onChange={setFile}
        description={t('inspector.cover.iconHint')}
        isCode
        autoFocus
        selectsAll
      />
    </FormDialog>
  );
}

function YoutubeCoverDialog({ elementId, close }: { elementId: string; close: () => void }) {
  const cover = openProjectStore.getState().project.find('element', elementId)?.cover;
  const current = cover?.type === 'youtube' ? cover : null;
  const [url, setUrl] = useState(current?.url ?? '');
  return (
    <FormDialog
      title={t('inspector.cover.youtubeTitle')}
      submitLabel={t('inspector.cover.use')}
      isReady={url.trim() !== ''}
      run={() => sendCommand(changeFieldsCommand('element', elementId, { cover: { ...current, type: 'youtube', url: url.trim() } }))}
      onClose={close}
    >
      <TextField
        label={t('inspector.cover.youtubeUrl')}
        value={url}
        onChange={setUrl}
        description={t('inspector.cover.youtubeHint')}
        isCode
        autoFocus
        selectsAll
      />
    </FormDialog>
  );
}
