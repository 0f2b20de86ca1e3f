/**
 * [G21] The API of a workspace supports less formatting than a story may contain. In a synced project only supported formatting can be
 * entered; a text with other formatting stays unchanged until the user simplifies it. Pure.
 */

import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { type ApiDialect, findUnsupportedTags, simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { findText, t } from '../../messages/translate.ts';

/** Labels of the unsupported formatting in a text, each once; empty if the workspace accepts the whole text. */
export function findUnsupportedFormatting(html: string | null, dialect: ApiDialect): string[] {
  if (html === null || richTextEquals(html, simplifyRichText(html, dialect))) return [];
  const found = findUnsupportedTags(html, dialect).flatMap((name) => findText(`unsupportedFormatting.parts.${name}`) ?? []);
  return found.length > 0 ? [...new Set(found)] : [t('unsupportedFormatting.parts.other')];
}
