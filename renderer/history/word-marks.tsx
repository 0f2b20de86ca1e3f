/** Two texts in one, by word: what went is struck through, what came is underlined, and both are said to who cannot see it. */
import { useMemo } from 'react';
import { diffWords } from '../../shared/word-diff.ts';
import { historyWords } from '../words/en/history.ts';
import './word-marks.css';

export function WordMarks({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className="word-marks">
      {pieces.map(({ is, text }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
        if (is === 'both') return <span key={at}>{text}</span>;
        const Tag = is === 'left' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else to be told by, and never move
          <Tag key={at}>
            <span className="unseen">{is === 'left' ? `${historyWords.went}: ` : `${historyWords.came}: `}</span>
            {text}
          </Tag>
        );
      })}
    </div>
  );
}
