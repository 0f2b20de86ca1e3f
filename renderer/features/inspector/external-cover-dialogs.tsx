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

export const showIconCoverDialog = (owner: CoverOwner): void => showDialog((close) => <IconCoverDialog owner={owner} close={close} />);
export const showYoutubeCoverDialog = (elementId: string): void =>
  showDialog((close) => <YoutubeCoverDialog elementId={elementId} close={close} />);

function IconCoverDialog({ owner: { kind, id }, close }: { owner: CoverOwner; close: () => void }) {
  const cover = openProjectStore.getState().project.find(kind, id)?.cover;
  return (
    <ExternalCoverDialog
      title={t('inspector.cover.iconTitle')}
      label={t('inspector.cover.iconFile')}
      hint={t('inspector.cover.iconHint')}
      initial={cover?.type === 'icon' ? cover.file : ''}
      save={(file) => sendCommand(changeFieldsCommand(kind, id, { cover: { type: 'icon', file } }))}
      close={close}
    />
  );
}

function YoutubeCoverDialog({ elementId, close }: { elementId: string; close: () => void }) {
  const cover = openProjectStore.getState().project.find('element', elementId)?.cover;
  const current = cover?.type === 'youtube' ? cover : null;
  return (
    <ExternalCoverDialog
      title={t('inspector.cover.youtubeTitle')}
      label={t('inspector.cover.youtubeUrl')}
      hint={t('inspector.cover.youtubeHint')}
      initial={current?.url ?? ''}
      save={(url) => sendCommand(changeFieldsCommand('element', elementId, { cover: { ...current, type: 'youtube', url } }))}
      close={close}
    />
  );
}

interface ExternalCoverDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly initial: string;
  /** Receives the trimmed text; an empty one cannot be submitted. */
  readonly save: (text: string) => Promise<unknown>;
  readonly close: () => void;
}

function ExternalCoverDialog({ title, label, hint, initial, save, close }: ExternalCoverDialogProps) {
  const [text, setText] = useState(initial);
  return (
    <FormDialog
      title={title}
      submitLabel={t('inspector.cover.use')}
      isReady={text.trim() !== ''}
      run={() => save(text.trim())}
      onClose={close}
    >
      <TextField label={label} value={text} onChange={setText} description={hint} isCode autoFocus selectsAll />
    </FormDialog>
  );
}
