/** One question: what it is about, the three values side by side with their differences by word, and the answers. */
import { ArrowDown, ArrowUp, ArrowUpRight } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import type { QuestionAnswer, QuestionShown } from '../../shared/mirror.ts';
import { WordMarks } from '../history/word-marks.tsx';
import { useProject, useRecord } from '../state/open-project.ts';
import { isReachable } from '../targets/go-to-record.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Keys } from '../ui/keys.tsx';
import { questionWords } from '../words/en/mirror.ts';
import { EditedText } from './edited-text.tsx';
import { FileValue } from './file-value.tsx';
import { questionKeys } from './question-keys.ts';
import { aboutInWords, hadBase, missingIn, whyInWords } from './question-words.ts';
import { editorFor, shownValue } from './shown-value.ts';

export interface QuestionViewProps {
  readonly question: QuestionShown;
  readonly give: (answer: QuestionAnswer) => void;
  readonly goTo: () => void;
  readonly step: (by: 1 | -1) => void;
  /** There are others to step to. */
  readonly several: boolean;
  /** Gives the text that was written as an answer; null where none was. */
  readonly use: RefObject<() => QuestionAnswer | null>;
}

export function QuestionView({ question, give, goTo, step, several, use }: QuestionViewProps) {
  const { choices, sentence } = question;
  const about = useProject((project) => aboutInWords(project, question));
  const canGo = useProject((project) => isReachable(project, { id: question.record }));
  const editor = choices.text ? editorFor(question) : null;
  const [text, setText] = useState(() => textOf(question.mine));
  use.current = () => (editor === null ? null : { text });
  return (
    <article className="question" aria-label={about}>
      <header className="question-head">
        <h3>{about}</h3>
        {several && <IconButton icon={ArrowUp} label={questionWords.previous} keys={questionKeys.previous} onPress={() => step(-1)} />}
        {several && <IconButton icon={ArrowDown} label={questionWords.next} keys={questionKeys.next} onPress={() => step(1)} />}
        {canGo && <IconButton icon={ArrowUpRight} label={questionWords.goTo} keys={questionKeys.goTo} onPress={goTo} />}
      </header>
      <p className="question-sentence">
        <strong>{whyInWords(question)}.</strong> {sentence}
      </p>
      <div className="question-columns">
        {question.field === 'file' ? <Files question={question} /> : <Values question={question} />}
        {editor !== null && (
          <EditedText
            editor={editor}
            value={text}
            onChange={setText}
            from={{ base: textOf(question.base), mine: textOf(question.mine), theirs: textOf(question.theirs) }}
          />
        )}
      </div>
      <footer className="question-answers">
        <Answer says={choices.mine} label={questionWords.keepMine} keys={questionKeys.mine} onPress={() => give({ choice: 'mine' })} />
        <Answer
          says={choices.theirs}
          label={questionWords.takeTheirs}
          keys={questionKeys.theirs}
          onPress={() => give({ choice: 'theirs' })}
        />
        {editor !== null && <Answer says="" label={questionWords.useText} keys={questionKeys.use} onPress={() => give({ text })} />}
      </footer>
    </article>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `says` is what the answer does; null: this answer is not possible. */
function Answer({ says, label, keys, onPress }: { says: string | null; label: string; keys: string; onPress: () => void }) {
  const id = useId();
  if (says === null) return null;
  return (
    <div className="answer">
      <Button onPress={onPress} aria-describedby={id}>
        {label}
        <Keys keys={keys} />
      </Button>
      <span id={id}>{says}</span>
    </div>
  );
}

/** The file of an asset that both replaced: what lay there before is gone. */
function Files({ question: { hash, record, mine, theirs } }: { question: QuestionShown }) {
  const asset = useRecord('asset', record);
  const sides = [
    { label: questionWords.mine, file: mine },
    { label: questionWords.theirs, file: theirs },
  ];
  return sides.map(({ label, file }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section key={label} className="question-value" aria-label={label} tabIndex={0}>
      <h4>{label}</h4>
      {asset && <FileValue hash={hash} asset={asset} file={typeof file === 'string' ? file : null} />}
    </section>
  ));
}

/** Mine and theirs are marked by what they changed; where there was nothing before, theirs is marked against mine. */
function Values({ question }: { question: QuestionShown }) {
  const { base, mine, theirs } = useProject((project) => ({
    base: shownValue(project, question, question.base),
    mine: shownValue(project, question, question.mine),
    theirs: shownValue(project, question, question.theirs),
  }));
  const hasBase = hadBase(question);
  return (
    <>
      {hasBase && <Value label={questionWords.base} missing={null} before={base} after={base} />}
      <Value
        label={questionWords.mine}
        missing={missingIn(question, 'mine')}
        before={hasBase ? base : mine}
        after={mine}
        looksOnly={hasBase && base === mine && question.base !== question.mine}
      />
      <Value
        label={questionWords.theirs}
        missing={missingIn(question, 'theirs')}
        before={hasBase ? base : mine}
        after={theirs}
        looksOnly={hasBase && base === theirs && question.base !== question.theirs}
      />
    </>
  );
}

interface ValueProps {
  readonly label: string;
  /** Why there is no value at all, in a word; null where there is one. */
  readonly missing: string | null;
  readonly before: string;
  readonly after: string;
  readonly looksOnly?: boolean;
}

function Value({ label, missing, before, after, looksOnly = false }: ValueProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="question-value" aria-label={label} tabIndex={0}>
      <h4>{label}</h4>
      {missing !== null ? <p className="value-none">{missing}</p> : <WordMarks before={before} after={after} />}
      {missing === null && after === '' && before === '' && <p className="value-none">{questionWords.nothing}</p>}
      {looksOnly && missing === null && <p className="value-none">{questionWords.looksOnly}</p>}
    </section>
  );
}
