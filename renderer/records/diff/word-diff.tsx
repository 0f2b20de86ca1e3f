/** Two texts in one, by word: what went is struck through, what came is underlined, and both are said to who cannot see it. */

import { useMemo } from 'react';
import { diffWords } from '../../../shared/diff/word-diff.ts';
import { t } from '../../messages/translate.ts';
import './word-diff.css';

export function WordDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className="word-marks">
      {pieces.map(({ type, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
        if (type === 'both') return <span key={at}>{text}</span>;
        const Tag = type === 'left' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
          <Tag key={at}>
            <span className="unseen">{type === 'left' ? `${t('history.removedText')}: ` : `${t('history.addedText')}: `}</span>
            {text}
          </Tag>
        );
      })}
    </div>
  );
}
