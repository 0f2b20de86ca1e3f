/** How many words an element has in the language that is shown. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { wordsIn } from '../counts/count-words.ts';
import { useLanguage } from '../state/use-words.ts';
import { commonWords } from '../words/en/common.ts';

export function ElementWords({ element: { title, content } }: { element: StoryRecord<'element'> }) {
  const { iso } = useLanguage();
  const count = [title, content].reduce((sum, text) => sum + wordsIn(plainText(text[iso]?.text ?? null), iso), 0);
  return <p className="hint">{commonWords.counted.word(count)}</p>;
}
