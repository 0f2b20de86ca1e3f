/** Two texts beside each other, line by line: what is there now and what we would write. */
import type { Comparison, DiffPiece } from '../../shared/targets.ts';
import { targetsWords } from '../words/en/targets.ts';
import './diff.css';

type Line = DiffPiece['lines'][number];
const signs: Readonly<Record<Line['is'], string>> = { both: ' ', left: '−', right: '+' };

/** `left` and `right` say whose the lines are that only one of them has. */
export function Diff({ comparison, left, right }: { comparison: Comparison; left: string; right: string }) {
  const { says, pieces } = comparison;
  const words: Readonly<Record<Line['is'], string>> = { both: '', left: `${left}: `, right: `${right}: ` };
  return (
    <>
      {pieces.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className="diff" aria-label={targetsWords.differences} tabIndex={0}>
          {pieces.map(({ lines, skipped }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
            <div key={at}>
              {lines.map(({ is, text }, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: neither have lines
                <div key={line} className={`diff-line ${is}`}>
                  <span className="diff-sign" aria-hidden>
                    {signs[is]}
                  </span>
                  {is !== 'both' && <span className="unseen">{words[is]}</span>}
                  <code>{text}</code>
                </div>
              ))}
              {skipped > 0 && <div className="diff-skipped">{targetsWords.theSame(skipped)}</div>}
            </div>
          ))}
        </section>
      )}
      {says && <p className="diff-says">{says}</p>}
      {pieces.length === 0 && !says && <p className="diff-says">{targetsWords.thereIsNoDifference}</p>}
    </>
  );
}
