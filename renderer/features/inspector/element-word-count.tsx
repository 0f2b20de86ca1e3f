/** The word count of an element in the current language. */

import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { countWords } from '../../records/counts/count-words.ts';
import { useLanguage } from '../../records/names/record-names.ts';

export function ElementWordCount({ element: { title, content } }: { element: StoryRecord<'element'> }) {
  const { iso } = useLanguage();
  const count = [title, content].reduce((sum, text) => sum + countWords(richTextToPlainText(text[iso]?.text ?? null), iso), 0);
  return <p className="hint">{t('common.counted.word', { count })}</p>;
}
