/** One side of a question about an asset's file: its picture where it is one, and what it was called when it came. */

import { useEffect, useState } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Thumbnail } from '../../records/assets/thumbnail.tsx';

export interface ConflictFileProps {
  readonly hash: string;
  readonly asset: StoryRecord<'asset'>;
  /** The name of a stored file; of one there where its bytes are not here. */
  readonly file: string | null;
}

export function ConflictFile({ hash, asset, file }: ConflictFileProps) {
  const name = useFileName(hash, file);
  if (file === null) return <p className="value-none">{t('conflicts.nothing')}</p>;
  if (name === null) return <p className="value-none">{t('conflicts.fileElsewhere')}</p>;
  return (
    <div className="file-value">
      <Thumbnail asset={{ ...asset, file, width: null, height: null }} size={32} />
      <p>{name}</p>
    </div>
  );
}

/** undefined until it is known; null: its bytes are not here. */
function useFileName(hash: string, file: string | null): string | null | undefined {
  const [found, setFound] = useState<{ file: string; name: string | null }>();
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
  return found?.file === file ? found?.name : undefined;
}
