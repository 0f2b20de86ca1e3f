/** What has changed in its source since a text was translated, and the word that it is right all the same. */
import type { ReactNode } from 'react';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { textIn } from '../../shared/text-in.ts';
import { textState } from '../../shared/text-state.ts';
import { translatedFrom } from '../../shared/translated-from.ts';
import { WordMarks } from '../history/word-marks.tsx';
import { useProject } from '../state/open-project.ts';
import { useLanguage } from '../state/use-words.ts';
import { Button } from '../ui/button.tsx';
import { translationsWords } from '../words/en/translations.ts';
import './source-change.css';

const words = translationsWords.source;

export interface SourceChangeProps {
  readonly id: string;
  readonly field: string;
  readonly text: LocalizedText;
  /** The language of the translation. */
  readonly iso: string;
  /** Says that it is right: writes it again in the same words. */
  readonly right: () => void;
  /** What is shown where the marked words are not. */
  readonly children?: ReactNode;
}

export function SourceChange({ id, field, text, iso, right, children }: SourceChangeProps) {
  const { locales } = useLanguage();
  const from = useProject((project) => translatedFrom(project.at(id), field, iso));
  const locale = locales.find((each) => each.iso === iso);
  if (!locale || locale.base === null || from === null || textState(text, from, locale, locales) !== 'changed') return children;
  const source = textIn(text, locale.base, locales);
  const lender = source.html === null ? locale.base : source.iso;
  const [before, after] = [wordsIn(field, from), wordsIn(field, source.html)];
  return (
    <>
      <div className="source-change" role="note">
        <p>{words.changed(locales.find((each) => each.iso === lender)?.name ?? lender, locale.name)}</p>
        {before === after ? (
          <p>{words.looks}</p>
        ) : (
          <div lang={lender}>
            <WordMarks before={before} after={after} />
          </div>
        )}
        <Button onPress={right}>{words.right}</Button>
      </div>
      {before === after && children}
    </>
  );
}

/** Names are no rich text. */
const wordsIn = (field: string, text: string | null): string => (field === 'name' ? (text ?? '') : plainText(text));
