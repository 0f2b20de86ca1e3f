/** What is on its way into the assets: how far all of it is, each that is being brought in, and why something was refused. */

import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { formatBytes } from '../../records/assets/asset-details.ts';
import { cancelUploads, retryUploads, useUploads } from '../../records/uploads/asset-uploads.ts';
import { totalUploadProgress, type Upload } from '../../records/uploads/upload-queue.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import './upload-list.css';

/** More rows than this are told as a number. */
const MAX_ROWS = 6;
/** What is through sooner than this shows nothing: the tree does. */
const SHOW_DELAY_MS = 300;

export function UploadList() {
  const list = useUploads((state) => state.list);
  const isLate = useDelayedFlag(list.length > 0);
  const refused = list.filter(({ state }) => state === 'refused');
  if (list.length === 0 || !(isLate || refused.length > 0)) return <div role="status" className="unseen" />;
  const moving = list.filter(({ state }) => state !== 'refused');
  return (
    <section className="uploads" aria-label={t('assets.upload.title')}>
      <UploadListHeader moving={moving} refused={refused} />
      <ul>
        {refused.map((upload) => (
          <RejectedUploadRow key={upload.id} upload={upload} />
        ))}
        {moving.slice(0, MAX_ROWS).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {moving.length > MAX_ROWS && <li className="uploads-rest">{t('assets.andMore', { count: moving.length - MAX_ROWS })}</li>}
      </ul>
    </section>
  );
}

function UploadListHeader({ moving, refused }: { moving: readonly Upload[]; refused: readonly Upload[] }) {
  const part = useUploads(totalUploadProgress);
  const done = useUploads((state) => state.done);
  const ids = (list: readonly Upload[]) => list.map(({ id }) => id);
  if (moving.length === 0)
    return (
      <header>
        <p role="status">
          {done > 0
            ? t('assets.upload.rejectedOfAdded', { count: refused.length, done })
            : t('assets.upload.rejectedCount', { count: refused.length })}
        </p>
        {refused.length > 1 && (
          <Button look="quiet" icon={RotateCcw} onPress={() => retryUploads(ids(refused))}>
            {t('assets.upload.retry')}
          </Button>
        )}
        <IconButton icon={X} label={t('assets.upload.dismiss')} onPress={() => cancelUploads(ids(refused))} />
      </header>
    );
  return (
    <header>
      <ProgressIndicator label={t('assets.upload.progress', { count: moving.length + done })} fraction={part} />
      <Button look="quiet" onPress={() => cancelUploads(ids(moving))}>
        {t('assets.upload.cancelAll')}
      </Button>
    </header>
  );
}

function UploadRow({ upload: { id, name, bytes, state, progress } }: { upload: Upload }) {
  const says =
    state === 'waiting'
      ? t('assets.upload.waiting')
      : state === 'arrived' || progress >= 1
        ? t('assets.upload.inspecting')
        : `${Math.round(progress * 100)} %`;
  return (
    <li>
      <span className="upload-words">
        <span className="upload-name">{name}</span>
        <small>
          {formatBytes(bytes)}, {says}
        </small>
        <span className="upload-track" aria-hidden>
          <span style={{ width: `${progress * 100}%` }} />
        </span>
      </span>
      <IconButton icon={X} label={t('assets.upload.cancelNamed', { name })} onPress={() => cancelUploads([id])} />
    </li>
  );
}

function RejectedUploadRow({ upload: { id, name, reason } }: { upload: Upload }) {
  return (
    <li className="upload-refused">
      <CircleAlert size={16} aria-hidden />
      <span className="upload-words">
        <span className="upload-name">{name}</span>
        <small>{reason}</small>
      </span>
      <IconButton icon={RotateCcw} label={t('assets.upload.retryNamed', { name })} onPress={() => retryUploads([id])} />
      <IconButton icon={X} label={t('assets.upload.dismissNamed', { name })} onPress={() => cancelUploads([id])} />
    </li>
  );
}

/** Whether something has gone on for longer than one waits without wondering. */
function useDelayedFlag(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isLate;
}
