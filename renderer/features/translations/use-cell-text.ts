/** The text that is typed in a cell. It is saved in one step when the user leaves the cell; until then it is stored as a draft. */

import { useEffect, useRef, useState } from 'react';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { registerDelayedEdit, requireOpenProject, sendCommand } from '../../state/send-command.ts';
import type { TextRow } from './text-rows.ts';

/** Where the focus moves afterwards; `none` if it has already moved elsewhere. */
export type CellExit = 'stay' | 'below' | 'after' | 'before' | 'none';

interface CellTextOptions {
  /** The name of the draft. */
  readonly name: string;
  readonly row: TextRow;
  readonly iso: string;
  /** The stored text. */
  readonly value: string | null;
  readonly done: (next: CellExit) => void;
}

export function useCellText({ name, row, iso, value, done }: CellTextOptions) {
  const [typed, setTyped] = useState(value);
  const [isFaulty, setFaulty] = useState(false);
  const isOver = useRef(false);
  /** The project that the cell belongs to, even if the cell is saved after the project was closed. */
  const [hash] = useState(() => openProjectStore.getState().hash);
  const type = (html: string | null) => {
    setTyped(html);
    if (hash !== null) draftStore.save(hash, name, html);
  };
  /** `confirm` saves an unchanged text as well, because that confirms the translation. */
  const end = async (next: CellExit, how: 'save' | 'discard' | 'confirm') => {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (how === 'confirm' || (how === 'save' && typed !== value)) {
        requireOpenProject(hash);
        await sendCommand(changeFieldsCommand(row.kind, row.id, { [row.field]: { [iso]: { text: typed } } }));
      }
      if (hash !== null) draftStore.discard(hash, name);
      done(next);
    } catch {
      // The error is shown in the cell, and the text stays so that it can be corrected. If the project has been closed, it is offered when it opens again.
      if (hash !== null) draftStore.save(hash, name, typed, 'refused');
      isOver.current = false;
      setFaulty(true);
    }
  };
  const latestEnd = useRef(end);
  latestEnd.current = end;
  // The tab was closed or another one came to the front, or the project is being closed.
  useEffect(() => {
    const save = () => void latestEnd.current('none', 'save');
    const stop = registerDelayedEdit(save);
    return () => {
      stop();
      save();
    };
  }, []);
  return { typed, type, end, isFaulty };
}
