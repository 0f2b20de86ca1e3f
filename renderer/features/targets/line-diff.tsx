/** The line differences between the current file and the one that Taleport would write. */

import type { FileComparison } from '../../../shared/contracts/targets.ts';
import type { DiffHunk } from '../../../shared/diff/line-diff.ts';
import { t } from '../../messages/translate.ts';
import './targets.css';

type Line = DiffHunk['lines'][number];
const lineMarkers: Readonly<Record<Line['type'], string>> = { both: ' ', left: '−', right: '+' };

/** `left` and `right` label the lines that are only in one of the two texts. */
export function LineDiff({ comparison, left, right }: { comparison: FileComparison; left: string; right: string }) {
  const { reason, hunks } = comparison;
  const lineLabels: Readonly<Record<Line['type'], string>> = { both: '', left: `${left}: `, right: `${right}: ` };
  return (
    <>
      {hunks.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className="diff" aria-label={t('targets.diff.title')} tabIndex={0}>
          {hunks.map(({ lines, unchangedAfter }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hunks have no id and are never reordered
            <div key={at}>
              {lines.map(({ type, text }, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and are never reordered
                <div key={line} className={`diff-line ${type}`}>
                  <span className="diff-sign" aria-hidden>
                    {lineMarkers[type]}
                  </span>
                  {type !== 'both' && <span className="visually-hidden">{lineLabels[type]}</span>}
                  <code>{text}</code>
                </div>
              ))}
              {unchangedAfter > 0 && <div className="diff-skipped">{t('targets.diff.sameLines', { count: unchangedAfter })}</div>}
            </div>
          ))}
        </section>
      )}
      {reason && <p className="diff-note">{t(reason)}</p>}
      {hunks.length === 0 && !reason && <p className="diff-note">{t('targets.diff.none')}</p>}
    </>
  );
}
