/** The words around a hit, with the hit marked; where it is to be replaced, with what will stand there. */
import { contextOf } from './hit-words.ts';
import type { Hit } from './text-index.ts';

export function Context({ hit, by }: { hit: Pick<Hit, 'part' | 'ranges'>; by?: string }) {
  let place = 0;
  return (
    <span className={hit.part.holds === 'script' ? 'hit-words code' : 'hit-words'}>
      {contextOf(hit).map(({ text, isHit }) => {
        const key = `${place++}`;
        if (!isHit) return <span key={key}>{text}</span>;
        if (by === undefined) return <mark key={key}>{text}</mark>;
        return (
          <span key={key}>
            <del>{text}</del>
            {by !== '' && <ins>{by}</ins>}
          </span>
        );
      })}
    </span>
  );
}
