/** The draft of a number of a record. What is typed stays as it is until the field is left; what is not a number then is replaced by the stored one. */
import { useState } from 'react';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { type SaveResult, useDraft } from './draft.ts';
import type { DraftMessages } from './field.tsx';
import { clampToRange, type NumberRange, readTypedNumber, roundForDisplay, type ShownNumber } from './typed-number.ts';

interface NumberDraftOptions extends NumberRange {
  /** Identifies the field among all records. */
  readonly name: string;
  readonly value: number | null;
  readonly save: (value: number | null) => Promise<SaveResult>;
  readonly saves: 'whileTyping' | 'whenLeft';
}

interface NumberDraft extends ShownNumber {
  readonly messages: DraftMessages;
  /** Called when the field gets the focus. */
  readonly enter: () => void;
}

export function useNumberDraft({ name, value, save, saves, ...range }: NumberDraftOptions): NumberDraft {
  /** What the field contained when typing began: what is saved while typing must not change how the rest of it is read. */
  const [before, setBefore] = useState(value);
  const read = (text: string) => readTypedNumber(text, before, range);
  const shown = roundForDisplay(value, range);
  const draft = useDraft({
    name,
    value: shown,
    same: (one, two) => one === two || (read(one).number !== undefined && read(one).number === read(two).number),
    save: async (text) => {
      const { number, error } = read(text);
      if (number === undefined) throw new Problem('invalid', verbatim(error));
      return save(clampToRange(number, range));
    },
    saves,
  });
  const { number, error } = read(draft.value);
  return {
    text: draft.value,
    number,
    fault: (draft.value === shown ? undefined : error) ?? draft.error,
    messages: draft,
    type: draft.type,
    enter: () => setBefore(number ?? value),
    leave() {
      if (number === undefined) return draft.revert();
      // What the field only shows may be outside of its limits: an import or a program has stored it.
      if (draft.value === shown) return void draft.flush();
      const text = roundForDisplay(clampToRange(number, range), range);
      if (draft.value !== text) draft.type(text);
      void draft.flush();
    },
  };
}
