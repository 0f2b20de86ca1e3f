/**
 * [G21] What the service of a workspace takes of rich text is less than a story may hold. In a mirrored project only that can be
 * written; a text that holds more is left as it is until its writer simplifies it. Pure.
 */

import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { type ApiDialect, findUnsupportedTags, simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { findText, t } from '../../messages/translate.ts';

/** What of a text the service would refuse, in words and each once; none where it takes all that the text says. */
export function findUnsupportedFormatting(html: string | null, dialect: ApiDialect): string[] {
  if (html === null || richTextEquals(html, simplifyRichText(html, dialect))) return [];
  const found = findUnsupportedTags(html, dialect).flatMap((name) => findText(`unsupportedFormatting.parts.${name}`) ?? []);
  return found.length > 0 ? [...new Set(found)] : [t('unsupportedFormatting.parts.other')];
}
