/** Two texts merged word by word: removed words are struck through, added words underlined, and both are announced to screen readers. */

import { useMemo } from 'react';
import { diffWords } from '../../../shared/diff/word-diff.ts';
import { t } from '../../messages/translate.ts';
import './word-diff.css';

export function WordDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className="word-marks">
      {pieces.map(({ type, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids and are never reordered
        if (type === 'both') return <span key={at}>{text}</span>;
        const Tag = type === 'left' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids and are never reordered
          <Tag key={at}>
            <span className="visually-hidden">{type === 'left' ? `${t('history.removedText')}: ` : `${t('history.addedText')}: `}</span>
            {text}
          </Tag>
        );
      })}
    </div>
  );
}
