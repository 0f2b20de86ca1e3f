import type { TextCount, TextUnit } from '../../../shared/rich-text/text-count.ts';
import { t } from '../../messages/translate.ts';

/** `unit`: that of the whole story, so that the numbers of a language can be compared. */
export const formatTextCount = ({ words, characters }: TextCount, unit: TextUnit): string =>
  unit === 'words' ? t('common.counted.word', { count: words }) : t('common.counted.character', { count: characters });
