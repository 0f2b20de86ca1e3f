/** Two texts merged word by word: removed words are struck through, added words underlined, and both are announced to screen readers. */

import { useMemo } from 'react';
import { diffWords, type WordDiffPart } from '../../../shared/diff/word-diff.ts';
import { t } from '../../messages/translate.ts';
import './word-diff.css';

/** `lang` is the language of both texts, where it is known. */
export function WordDiff({ before, after, lang }: { before: string; after: string; lang?: string | null }) {
  const pieces = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className="word-marks" lang={lang ?? undefined}>
      <WordMarks pieces={pieces} />
    </div>
  );
}

/** The first words that differ, on one line, with some of the text before them. */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => firstChange(diffWords(before, after)), [before, after]);
  return (
    <span className="word-marks short">
      <WordMarks pieces={pieces} />
    </span>
  );
}

/** In characters. */
const contextLength = 24;
const maxChangeLength = 70;

/** The beginning of the difference, as much as fits on a line. */
export function firstChange(pieces: readonly WordDiffPart[]): WordDiffPart[] {
  const first = pieces.findIndex(({ type }) => type !== 'both');
  const context = pieces[first - 1]?.text.replace(/\s+/g, ' ') ?? '';
  const cut = context.length > contextLength;
  const start = cut ? context.slice(context.indexOf(' ', context.length - contextLength) + 1) : context;
  const shown: WordDiffPart[] = start === '' ? [] : [{ type: 'both', text: cut ? `… ${start}` : start }];
  let rest = maxChangeLength;
  for (const { type, text } of first < 0 ? [] : pieces.slice(first)) {
    const line = text.replace(/\s+/g, ' ');
    shown.push({ type, text: line.length > rest ? `${line.slice(0, rest).trimEnd()} …` : line });
    rest -= line.length;
    if (rest <= 0) break;
  }
  return shown;
}

function WordMarks({ pieces }: { pieces: readonly WordDiffPart[] }) {
  return (
    <>
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
    </>
  );
}
