/** At a field: what was typed there before and never saved, with the choice to take it or to throw it away. */
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { Button } from '../ui/button.tsx';
import { inspectorWords } from '../words/en/inspector.ts';
import type { Left } from './use-draft.ts';

const words = inspectorWords.leftBehind;
/** Enough to know it again. */
const LONGEST = 160;

export function LeftBehind<T>({ left }: { left: Left<T> | null }) {
  if (!left) return null;
  const text = plainText(String(left.value ?? ''));
  return (
    <div className="left-behind" role="note">
      <p>
        {words.says} <q>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || words.nothing}</q>
      </p>
      <div className="buttons">
        <Button onPress={left.take}>{words.take}</Button>
        <Button onPress={left.drop}>{words.drop}</Button>
      </div>
    </div>
  );
}
