/**
 * [G21] A workspace accepts less formatting over its interface than a story may contain. In a synced project only that can be
 * written; a text with more formatting stays as it is until the writer simplifies it. Pure.
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
