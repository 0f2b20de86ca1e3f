/** The questions of a project: a list, and the chosen one beside it. Everything goes by keyboard, the next question comes by itself. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useStore } from 'zustand';
import type { QuestionAnswer, QuestionShown } from '../../shared/mirror.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { goToRecord, isReachable } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { confirm, Dialog } from '../ui/dialog.tsx';
import { questionWords } from '../words/en/mirror.ts';
import { answer, canAnswer } from './answer.ts';
import { askedFor } from './asked-for.ts';
import { useQuestions } from './open-questions.ts';
import { deedOf, type QuestionDeed } from './question-keys.ts';
import { QuestionView } from './question-view.tsx';
import { aboutInWords, nextAfter, whyInWords } from './question-words.ts';
import './questions.css';

export function QuestionsDialog({ hash, close }: { hash: string; close: () => void }) {
  const list = useQuestions(hash);
  useEffect(() => {
    askedFor.setState({ shown: hash });
    return () => askedFor.setState({ shown: null, at: null });
  }, [hash]);
  return (
    <Dialog title={questionWords.title} onClose={close} width={1280}>
      {list && list.length > 0 && <Questions list={list} close={close} />}
      {list?.length === 0 && <NoQuestion close={close} />}
    </Dialog>
  );
}

function NoQuestion({ close }: { close: () => void }) {
  return (
    <div className="no-question">
      <p>{questionWords.none}</p>
      <Button look="primary" onPress={close} autoFocus>
        {questionWords.done}
      </Button>
    </div>
  );
}

function Questions({ list, close }: { list: readonly QuestionShown[]; close: () => void }) {
  const { chosen, setChosen } = useChosen(list);
  const use = useRef<() => QuestionAnswer | null>(() => null);
  const view = useRef<HTMLDivElement>(null);
  if (!chosen) return null;
  const give = (how: QuestionAnswer) => {
    if (!canAnswer(chosen, how)) return;
    const next = nextAfter(list, list, chosen.id);
    void answer([chosen], how).then(
      () => {
        if (next !== null) turnTo(next);
      },
      () => undefined,
    );
  };
  /** The keyboard goes to the question in the list: what had it may be gone. */
  const turnTo = (id: string) => {
    setChosen(id);
    requestAnimationFrame(() => view.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus());
  };
  const step = (by: 1 | -1) => {
    const at = list.indexOf(chosen) + by;
    const next = list[(at + list.length) % list.length];
    if (next) turnTo(next.id);
  };
  const goTo = () => {
    if (!isReachable(openProject.getState().project, { id: chosen.record })) return;
    close();
    goToRecord({ id: chosen.record });
  };
  const does: Readonly<Record<QuestionDeed, () => void>> = {
    mine: () => give({ choice: 'mine' }),
    theirs: () => give({ choice: 'theirs' }),
    edit: () => view.current?.querySelector<HTMLElement>('.edited [role=textbox], .edited textarea')?.focus(),
    use: () => {
      const text = use.current();
      if (text) give(text);
    },
    next: () => step(1),
    previous: () => step(-1),
    goTo,
  };
  const press = (event: KeyboardEvent) => {
    const deed = deedOf(event.nativeEvent);
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    does[deed]();
  };
  return (
    <div className="questions list-and-detail" ref={view} onKeyDownCapture={press}>
      <div className="questions-side">
        <QuestionList list={list} chosen={chosen.id} choose={setChosen} />
        {list.length > 1 && <ForAll list={list} />}
      </div>
      <QuestionView key={chosen.id} question={chosen} give={give} goTo={goTo} step={step} several={list.length > 1} use={use} />
    </div>
  );
}

/** What was chosen stays chosen while questions come and go; the first one where nothing is. */
function useChosen(list: readonly QuestionShown[]): { chosen: QuestionShown | undefined; setChosen: (id: string) => void } {
  const id = useStore(askedFor, ({ at }) => at);
  const setChosen = (at: string) => askedFor.setState({ at });
  return { chosen: list.find((each) => each.id === id) ?? list[0], setChosen };
}

function QuestionList({ list, chosen, choose }: { list: readonly QuestionShown[]; chosen: string; choose: (id: string) => void }) {
  const abouts = useProject((project) => list.map((each) => aboutInWords(project, each)));
  return (
    <ListBox
      className="question-list choice-list framed"
      aria-label={questionWords.list}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys;
        if (key !== undefined) choose(String(key));
      }}
      autoFocus
    >
      {list.map((each, at) => (
        <ListBoxItem key={each.id} id={each.id} className="choice-row lines" textValue={abouts[at] ?? each.title}>
          <span className="question-about">{abouts[at]}</span>
          <span className="question-why">{whyInWords(each)}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

/** One answer for all that can be answered so; the others stay. */
function ForAll({ list }: { list: readonly QuestionShown[] }) {
  const ask = (choice: 'mine' | 'theirs') => {
    const able = list.filter((each) => canAnswer(each, { choice }));
    const isMine = choice === 'mine';
    confirm({
      title: isMine ? questionWords.allMineTitle(able.length) : questionWords.allTheirsTitle(able.length),
      does: questionWords.allDoes,
      says: <p>{isMine ? questionWords.allMineSays : questionWords.allTheirsSays}</p>,
      run: () => answer(able, { choice }),
    });
  };
  return (
    <div className="questions-all">
      <Button onPress={() => ask('mine')}>{questionWords.allMine}</Button>
      <Button onPress={() => ask('theirs')}>{questionWords.allTheirs}</Button>
    </div>
  );
}
