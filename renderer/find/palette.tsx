/** Everything one can do and every place one can go, by a part of its name. */
import { useDeferredValue, useMemo, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { actions, keysOf } from '../actions/actions.ts';
import { whereIs } from '../components/component-search.ts';
import { openProject } from '../state/open-project.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { showDialog } from '../ui/dialogs.ts';
import { KeyboardBack } from '../ui/keyboard-back.tsx';
import { Keys, keysInWords } from '../ui/keys.tsx';
import { showVariables } from '../variables/show-variables.tsx';
import { findWords } from '../words/en/find.ts';
import './find.css';
import { fold } from './matching.ts';
import { boardOf } from './parts.ts';
import { type Pick, PickList } from './pick-list.tsx';
import type { TextIndex } from './text-index.ts';
import { useIndex } from './use-index.ts';

export const showPalette = (): void => showDialog((close) => <Palette close={close} />);

interface Choice extends Pick {
  readonly rate: number;
  readonly run: () => void;
}

const MOST = 40;
const groups: Readonly<Record<string, string>> = {
  board: findWords.boards,
  element: findWords.elements,
  component: findWords.components,
  variable: findWords.variables,
};

function Palette({ close }: { close: () => void }) {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words);
  const { index, turn } = useIndex();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says that the index has read more
  const choices = useMemo(() => [...doings(wanted), ...places(index, wanted)], [wanted, index, turn]);
  const pick = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    if (!choice) return;
    close();
    choice.run();
  };
  return (
    <ModalOverlay className="dialog-veil palette-veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && close()}>
      <KeyboardBack />
      <Modal className="dialog-sheet palette">
        <AriaDialog className="dialog" aria-label={findWords.doAnythingGoAnywhere}>
          <div className="find">
            <PickList
              label={findWords.doOrGoTo}
              placeholder={findWords.anActionABoard}
              words={words}
              onWords={setWords}
              picks={choices}
              pick={pick}
              empty={<p className="find-empty">{findWords.nothingHasThisName(keysInWords(keysOf('find')[0] ?? ''))}</p>}
            />
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** 0 begins with it, 1 a word does, 2 holds all of the words somewhere; null does not. */
function rating(folded: string, wanted: string): number | null {
  if (wanted === '' || folded.startsWith(wanted)) return 0;
  if (folded.includes(` ${wanted}`)) return 1;
  return wanted.split(' ').every((word) => folded.includes(word)) ? 2 : null;
}

function doings(words: string): Choice[] {
  const wanted = fold(words.trim());
  return actions
    .flatMap(({ name, label, enabled, run }) => {
      if (name === 'palette' || name === 'keysByQuestion' || !enabled()) return [];
      const says = label();
      const rate = rating(fold(says), wanted);
      const keys = keysOf(name);
      const draw = (
        <>
          <span className="pick-name">{says}</span>
          {keys[0] && <Keys keys={keys[0]} />}
        </>
      );
      return rate === null ? [] : [{ id: `do ${name}`, group: findWords.doIt, rate, draw, run: () => void run() }];
    })
    .sort((a, b) => a.rate - b.rate);
}

function places(index: TextIndex, words: string): Choice[] {
  const wanted = fold(words.trim());
  const found = new Map<string, { rate: number; text: string; kind: string; record: { id: string } }>();
  for (const { record, text } of index.names(wanted.split(' ')[0] ?? '')) {
    if (groups[record.kind] === undefined || (wanted === '' && record.kind !== 'board')) continue;
    const rate = rating(fold(text), wanted);
    const known = found.get(record.id);
    if (rate !== null && (known === undefined || rate < known.rate)) found.set(record.id, { rate, text, kind: record.kind, record });
  }
  const order = Object.keys(groups);
  const shown = new Map<string, number>();
  return [...found.values()]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.rate - b.rate || a.text.localeCompare(b.text))
    .filter(({ kind }) => {
      const count = shown.get(kind) ?? 0;
      shown.set(kind, count + 1);
      return count < MOST;
    })
    .map(({ rate, text, kind, record }) => ({
      id: record.id,
      group: groups[kind] ?? '',
      rate,
      draw: <PlaceRow id={record.id} text={text} />,
      run: () => (kind === 'variable' ? void showVariables() : goToRecord(record)),
    }));
}

function PlaceRow({ id, text }: { id: string; text: string }) {
  const { project } = openProject.getState();
  const record = project.at(id);
  const board = record && record.kind === 'element' ? boardOf(project, record) : null;
  const where = board !== null ? (project.find('board', board)?.name ?? '') : record?.kind === 'component' ? whereIs(project, id) : '';
  return (
    <>
      <span className="pick-name">{text.replaceAll('\n', ' ')}</span>
      {where !== '' && <small>{where}</small>}
    </>
  );
}
