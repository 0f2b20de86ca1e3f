/** The keys of the view of questions. With Alt, so that they also work while a text is written. */
import { isPressed } from '../actions/key-match.ts';
import { isMac } from '../ui/keys.tsx';
import { questionWords } from '../words/en/mirror.ts';

export type QuestionDeed = 'mine' | 'theirs' | 'edit' | 'use' | 'next' | 'previous' | 'goTo';

export const questionKeys: Readonly<Record<QuestionDeed, string>> = {
  mine: 'Alt+M',
  theirs: 'Alt+T',
  edit: 'Alt+E',
  use: 'Mod+Enter',
  next: 'Alt+N',
  previous: 'Alt+P',
  goTo: 'Alt+G',
};

const deeds: readonly QuestionDeed[] = ['mine', 'theirs', 'edit', 'use', 'next', 'previous', 'goTo'];

export const deedOf = (event: Parameters<typeof isPressed>[1]): QuestionDeed | undefined =>
  deeds.find((deed) => isPressed(questionKeys[deed], event, isMac));

/** For the list of keys. */
export const questionKeysList: readonly { readonly keys: readonly string[]; readonly label: string }[] = deeds.map((deed) => ({
  keys: [questionKeys[deed]],
  label: questionWords.keys[deed],
}));
