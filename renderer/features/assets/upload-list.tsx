/** The running uploads of assets: the total progress, each upload, and why an upload was rejected. */

import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { fileSize } from '../../../shared/messages/file-size.ts';
import { formatPercent, t } from '../../messages/translate.ts';
import { cancelUploads, retryUploads, useUploads } from '../../records/uploads/asset-uploads.ts';
import { totalUploadProgress, type Upload } from '../../records/uploads/upload-list.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';
import './assets.css';

/** Further uploads are shown as a number. Those that were rejected need something done, so more of them are listed. */
const maxRows = 6;
const maxRejectedRows = 50;
/** Uploads that finish earlier are not shown here, because the tree already shows their result. */
const showDelayMs = 300;

export function UploadList() {
  const list = useUploads((state) => state.list);
  const isRunning = list.length > 0;
  const isLate = useDelayedValue(isRunning, isRunning ? showDelayMs : 0);
  const rejected = list.filter(({ state }) => state === 'rejected');
  const done = useUploads((state) => state.done);
  const running = list.filter(({ state }) => state !== 'rejected');
  return (
    <>
      {/* A region that was empty before is announced when it receives text. */}
      <p role="status" className="visually-hidden">
        {rejected.length > 0 && running.length === 0 && rejectedLabel(rejected, done)}
      </p>
      {(rejected.length > 0 || (isRunning && isLate)) && <Uploads running={running} rejected={rejected} />}
    </>
  );
}

interface UploadsProps {
  readonly running: readonly Upload[];
  readonly rejected: readonly Upload[];
}

const rejectedLabel = ({ length }: readonly Upload[], done: number): string =>
  done > 0 ? t('assets.upload.rejectedOfAdded', { count: length, done }) : t('assets.upload.rejectedCount', { count: length });

function Uploads({ running, rejected }: UploadsProps) {
  return (
    <section className="uploads" aria-label={t('assets.upload.title')}>
      <UploadListHeader running={running} rejected={rejected} />
      <ul>
        {rejected.slice(0, maxRejectedRows).map((upload) => (
          <RejectedUploadRow key={upload.id} upload={upload} />
        ))}
        {rejected.length > maxRejectedRows && (
          <li className="uploads-rest">{t('common.andMore', { count: rejected.length - maxRejectedRows })}</li>
        )}
        {running.slice(0, maxRows).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {running.length > maxRows && <li className="uploads-rest">{t('common.andMore', { count: running.length - maxRows })}</li>}
      </ul>
    </section>
  );
}

function UploadListHeader({ running, rejected }: UploadsProps) {
  const part = useUploads(totalUploadProgress);
  const done = useUploads((state) => state.done);
  const ids = (list: readonly Upload[]) => list.map(({ id }) => id);
  if (running.length === 0)
    return (
      <header>
        <p>{rejectedLabel(rejected, done)}</p>
        {rejected.length > 1 && (
          <Button variant="quiet" icon={RotateCcw} onPress={() => retryUploads(ids(rejected))}>
            {t('assets.upload.retry')}
          </Button>
        )}
        <IconButton icon={X} label={t('assets.upload.dismiss')} onPress={() => cancelUploads(ids(rejected))} />
      </header>
    );
  return (
    <header>
      <ProgressIndicator label={t('assets.upload.progress', { count: running.length + done })} fraction={part} />
      <Button variant="quiet" onPress={() => cancelUploads(ids(running))}>
        {t('assets.upload.cancelAll')}
      </Button>
    </header>
  );
}

function uploadStateLabel({ state, progress }: Upload): string {
  if (state === 'waiting') return t('assets.upload.waiting');
  return state === 'stored' || progress >= 1 ? t('assets.upload.processing') : formatPercent(progress);
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, bytes, progress } = upload;
  return (
    <li>
      <span className="upload-text">
        <span className="upload-name">{name}</span>
        <small>
          {t(fileSize(bytes))}, {uploadStateLabel(upload)}
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
    <li className="upload-rejected">
      <CircleAlert size={16} aria-hidden />
      <span className="upload-text">
        <span className="upload-name">{name}</span>
        <small>{reason}</small>
      </span>
      <IconButton icon={RotateCcw} label={t('assets.upload.retryNamed', { name })} onPress={() => retryUploads([id])} />
      <IconButton icon={X} label={t('assets.upload.dismissNamed', { name })} onPress={() => cancelUploads([id])} />
    </li>
  );
}
