/** The text around a match, with the match marked; in a preview of a replacement, with the new text. */

import type { SearchHit } from '../../records/search/text-index.ts';
import { createContextPieces } from './hit-labels.ts';

export function HitContext({ hit, replacement }: { hit: Pick<SearchHit, 'part' | 'ranges'>; replacement?: string }) {
  let index = 0;
  return (
    <span className={hit.part.holds === 'script' ? 'hit-text code' : 'hit-text'}>
      {createContextPieces(hit).map(({ text, isHit }) => {
        const key = `${index++}`;
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
