/** The words around a hit, with the hit marked; where it is to be replaced, with what will stand there. */

import type { SearchHit } from '../../records/search/text-index.ts';
import { createContextPieces } from './hit-labels.ts';

export function HitContext({ hit, replacement }: { hit: Pick<SearchHit, 'part' | 'ranges'>; replacement?: string }) {
  let place = 0;
  return (
    <span className={hit.part.holds === 'script' ? 'hit-words code' : 'hit-words'}>
      {createContextPieces(hit).map(({ text, isHit }) => {
        const key = `${place++}`;
        if (!isHit) return <span key={key}>{text}</span>;
        if (replacement === undefined) return <mark key={key}>{text}</mark>;
        return (
          <span key={key}>
            <del>{text}</del>
            {replacement !== '' && <ins>{replacement}</ins>}
          </span>
        );
      })}
    </span>
  );
}
