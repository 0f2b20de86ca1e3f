/** One side of a question about an asset's file: its picture where it is one, and what it was called when it came. */
import { useEffect, useState } from 'react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { Thumbnail } from '../assets/thumbnail.tsx';
import { ask } from '../bridge.ts';
import { questionWords } from '../words/en/mirror.ts';

export interface FileValueProps {
  readonly hash: string;
  readonly asset: StoryRecord<'asset'>;
  /** The name of a stored file; of one there where its bytes are not here. */
  readonly file: string | null;
}

export function FileValue({ hash, asset, file }: FileValueProps) {
  const name = useNameOf(hash, file);
  if (file === null) return <p className="value-none">{questionWords.nothing}</p>;
  if (name === null) return <p className="value-none">{questionWords.fileElsewhere}</p>;
  return (
    <div className="file-value">
      <Thumbnail asset={{ ...asset, file, width: null, height: null }} size={32} />
      <p>{name}</p>
    </div>
  );
}

/** undefined until it is known; null: its bytes are not here. */
function useNameOf(hash: string, file: string | null): string | null | undefined {
  const [found, setFound] = useState<{ file: string; name: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    if (file !== null)
      ask('asset.locate', { hash, file }).then(
        (located) => isCurrent && setFound({ file, name: located?.name ?? null }),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [hash, file]);
  return found?.file === file ? found?.name : undefined;
}
