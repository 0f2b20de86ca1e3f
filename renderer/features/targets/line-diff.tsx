/** Two texts beside each other, line by line: what is there now and what we would write. */

import type { DiffHunk, FileComparison } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import './line-diff.css';

type Line = DiffHunk['lines'][number];
const lineMarkers: Readonly<Record<Line['type'], string>> = { both: ' ', left: '−', right: '+' };

/** `left` and `right` say whose the lines are that only one of them has. */
export function LineDiff({ comparison, left, right }: { comparison: FileComparison; left: string; right: string }) {
  const { reason, hunks } = comparison;
  const words: Readonly<Record<Line['type'], string>> = { both: '', left: `${left}: `, right: `${right}: ` };
  return (
    <>
      {hunks.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <section className="diff" aria-label={t('targets.diff.title')} tabIndex={0}>
          {hunks.map(({ lines, unchangedAfter }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
            <div key={at}>
              {lines.map(({ type, text }, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: neither have lines
                <div key={line} className={`diff-line ${type}`}>
                  <span className="diff-sign" aria-hidden>
                    {lineMarkers[type]}
                  </span>
                  {type !== 'both' && <span className="unseen">{words[type]}</span>}
                  <code>{text}</code>
                </div>
              ))}
              {unchangedAfter > 0 && <div className="diff-skipped">{t('targets.diff.sameLines', { count: unchangedAfter })}</div>}
            </div>
          ))}
        </section>
      )}
      {reason && <p className="diff-says">{reason}</p>}
      {hunks.length === 0 && !reason && <p className="diff-says">{t('targets.diff.none')}</p>}
    </>
  );
}
