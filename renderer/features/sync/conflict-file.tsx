/** One side of a conflict about an asset's file: the image or a player, and the name it had when it was added. */

import { useEffect, useState } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { MediaView } from '../../records/assets/media-view.tsx';

interface ConflictFileProps {
  readonly hash: string;
  readonly asset: StoryRecord<'asset'>;
  /** The name of the stored file. The remote file may not have been downloaded. */
  readonly file: string | null;
}

export function ConflictFile({ hash, asset, file }: ConflictFileProps) {
  const name = useFileName(hash, file);
  if (file === null) return <p className="value-none">{t('conflicts.emptyValue')}</p>;
  if (name === null) return <p className="value-none">{t('conflicts.fileElsewhere')}</p>;
  // Nothing is requested before the file is known to be on this computer.
  if (name === undefined) return null;
  return (
    <div className="file-value">
      <MediaView key={file} asset={{ ...asset, name, file }} hash={hash} />
      <p>{name}</p>
    </div>
  );
}

/** undefined while loading; null if the file has not been downloaded. */
function useFileName(hash: string, file: string | null): string | null | undefined {
  const [located, setFound] = useState<{ file: string; name: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    if (file !== null)
      invoke('asset.locate', { hash, file }).then(
        (located) => isCurrent && setFound({ file, name: located?.name ?? null }),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [hash, file]);
  return located?.file === file ? located?.name : undefined;
}
