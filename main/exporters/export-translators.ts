/** Texts of Taleport in an export, such as the labels of a page's controls, in the languages of the story that Taleport supports. */

import { loadTranslator } from '../../shared/load-translator.ts';
import { matchLanguage } from '../../shared/messages/languages.ts';
import type { Translator } from '../../shared/messages/translator.ts';
import type { Project } from '../../shared/model/project.ts';
import type { Exporter } from './exporter.ts';

/** The translators by locale of the story; empty for an exporter without such texts. */
export async function loadExportTranslators(
  { projectRecord: { locales } }: Project,
  { containsOwnTexts }: Pick<Exporter, 'containsOwnTexts'>,
): Promise<ReadonlyMap<string, Translator>> {
  if (!containsOwnTexts) return new Map();
  return new Map(await Promise.all(locales.map(async ({ iso }) => [iso, await loadTranslator(matchLanguage([iso]))] as const)));
}
