/** Finds on the open board: each hit is selected and brought into view, in reading order. Enter goes on, Shift+Enter back. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { boardOf } from '../find/parts.ts';
import { useIndex } from '../find/use-index.ts';
import { boardView, focusBoard } from '../state/board-view.ts';
import { select, useSelection } from '../state/selection.ts';
import { IconButton } from '../ui/button.tsx';
import { boardActionWords } from '../words/en/board-actions.ts';
import { closeFindBar, lookFor, useBoardFind } from './find-state.ts';
import { indexOf } from './index-of.ts';
import { isItem } from './items.ts';

const words = boardActionWords.find;
const MOST = 20_000;
const nothing: readonly string[] = [];

export function FindBar({ boardId }: { boardId: string }) {
  const { words: typed, turn: asked } = useBoardFind();
  const wanted = useDeferredValue(typed ?? '');
  const { index, turn } = useIndex();
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who asks for it again means the field
  useEffect(() => input.current?.select(), [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says that the index has read more
  const found = useMemo(() => {
    if (wanted === '') return nothing;
    const { project } = index;
    const { hits } = index.search(
      { words: wanted, matchCase: false, wholeWords: false },
      (record) => boardOf(project, record) === boardId,
      MOST,
    );
    return inOrder(project, boardId, new Set(hits.flatMap(({ record }) => heldBy(project, record) ?? [])));
  }, [index, turn, wanted, boardId]);
  const at = last === null ? -1 : found.indexOf(last);
  const go = (step: 1 | -1) => {
    const next = at < 0 ? (step === 1 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    const id = found[next];
    if (id === undefined) return;
    select([id]);
    boardView.getState().view?.bringIntoView(id);
  };
  const close = () => {
    closeFindBar();
    focusBoard();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' || event.key === 'ArrowDown') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowUp') go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="find-bar">
      <input
        ref={input}
        className="input"
        aria-label={words.label}
        placeholder={words.placeholder}
        value={typed ?? ''}
        onChange={({ target }) => lookFor(target.value)}
        onKeyDown={press}
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: one opens it to type
        autoFocus
      />
      <span className="find-count" role="status">
        {wanted === '' ? '' : found.length === 0 ? words.none : words.of(at + 1, found.length)}
      </span>
      <IconButton icon={ChevronUp} label={words.previous} keys="Shift+Enter" isDisabled={found.length === 0} onPress={() => go(-1)} />
      <IconButton icon={ChevronDown} label={words.next} keys="Enter" isDisabled={found.length === 0} onPress={() => go(1)} />
      <IconButton icon={X} label={words.close} keys="Escape" onPress={close} />
    </search>
  );
}

/** The item or connection that a record is or belongs to. */
function heldBy(project: Project, record: AnyRecord): string | undefined {
  let at: AnyRecord | undefined = record;
  for (let step = 0; at && step < 3; step++) {
    if (isItem(project, at.id) || at.kind === 'connection') return at.id;
    const holder: unknown = at.branchId ?? at.elementId ?? at.cId;
    at = typeof holder === 'string' ? project.at(holder) : undefined;
  }
  return undefined;
}

/** In reading order; a connection comes after the item it starts on. */
function inOrder(project: Project, boardId: string, ids: ReadonlySet<string>): readonly string[] {
  const index = indexOf(project, boardId);
  const places = new Map(index.readingOrder().map((id, at) => [id, at]));
  const placeOf = (id: string): number => places.get(id) ?? (places.get(index.lines.get(id)?.item ?? '') ?? Number.POSITIVE_INFINITY) + 0.5;
  return [...ids].sort((one, two) => placeOf(one) - placeOf(two));
}
