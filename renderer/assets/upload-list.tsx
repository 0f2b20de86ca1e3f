/** What is on its way into the assets: how far all of it is, each that is being brought in, and why something was refused. */
import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { assetsWords } from '../words/en/assets.ts';
import { cancelUploads, retryUploads, useUploads } from './adding.ts';
import { bytesInWords } from './asset-words.ts';
import { partOf, type Upload } from './uploads.ts';
import './upload-list.css';

/** More rows than this are told as a number. */
const MOST = 6;
/** What is through sooner than this shows nothing: the tree does. */
const PATIENCE = 300;

export function UploadList() {
  const list = useUploads((state) => state.list);
  const isLate = useLate(list.length > 0);
  const refused = list.filter(({ state }) => state === 'refused');
  if (list.length === 0 || !(isLate || refused.length > 0)) return <div role="status" className="unseen" />;
  const moving = list.filter(({ state }) => state !== 'refused');
  return (
    <section className="uploads" aria-label={assetsWords.filesOnTheirWay}>
      <Head moving={moving} refused={refused} />
      <ul>
        {refused.map((upload) => (
          <Refused key={upload.id} upload={upload} />
        ))}
        {moving.slice(0, MOST).map((upload) => (
          <Moving key={upload.id} upload={upload} />
        ))}
        {moving.length > MOST && <li className="uploads-rest">{assetsWords.andMore(moving.length - MOST)}</li>}
      </ul>
    </section>
  );
}

function Head({ moving, refused }: { moving: readonly Upload[]; refused: readonly Upload[] }) {
  const part = useUploads(partOf);
  const done = useUploads((state) => state.done);
  const ids = (list: readonly Upload[]) => list.map(({ id }) => id);
  if (moving.length === 0)
    return (
      <header>
        <p role="status">{done > 0 ? assetsWords.notTakenOf(refused.length, done) : assetsWords.notTaken(refused.length)}</p>
        {refused.length > 1 && (
          <Button look="quiet" icon={RotateCcw} onPress={() => retryUploads(ids(refused))}>
            {assetsWords.tryAgain}
          </Button>
        )}
        <IconButton icon={X} label={assetsWords.dismiss} onPress={() => cancelUploads(ids(refused))} />
      </header>
    );
  return (
    <header>
      <Progress label={assetsWords.adding(moving.length + done)} part={part} />
      <Button look="quiet" onPress={() => cancelUploads(ids(moving))}>
        {assetsWords.cancelAll}
      </Button>
    </header>
  );
}

function Moving({ upload: { id, name, bytes, state, part } }: { upload: Upload }) {
  const says =
    state === 'waiting'
      ? assetsWords.waiting
      : state === 'arrived' || part >= 1
        ? assetsWords.beingLookedAt
        : `${Math.round(part * 100)} %`;
  return (
    <li>
      <span className="upload-words">
        <span className="upload-name">{name}</span>
        <small>
          {bytesInWords(bytes)}, {says}
        </small>
        <span className="upload-track" aria-hidden>
          <span style={{ width: `${part * 100}%` }} />
        </span>
      </span>
      <IconButton icon={X} label={assetsWords.cancel(name)} onPress={() => cancelUploads([id])} />
    </li>
  );
}

function Refused({ upload: { id, name, reason } }: { upload: Upload }) {
  return (
    <li className="upload-refused">
      <CircleAlert size={16} aria-hidden />
      <span className="upload-words">
        <span className="upload-name">{name}</span>
        <small>{reason}</small>
      </span>
      <IconButton icon={RotateCcw} label={assetsWords.tryNamedAgain(name)} onPress={() => retryUploads([id])} />
      <IconButton icon={X} label={assetsWords.dismissNamed(name)} onPress={() => cancelUploads([id])} />
    </li>
  );
}

/** Whether something has gone on for longer than one waits without wondering. */
function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isLate;
}
