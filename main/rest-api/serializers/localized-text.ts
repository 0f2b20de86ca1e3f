/** Localized texts in responses: the map of a single read, and the string of a list ([Localized content]). */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The stored map in the order of the project's languages. The main language is always included, with null if it has no text. */
export function serializeLocalizedText(texts: LocalizedText, project: Project): LocalizedText {
  return Object.fromEntries(
    project.projectRecord.locales.flatMap(({ iso, base }) => {
      const cell = texts[iso] ?? (base === null ? { text: null } : undefined);
      return cell ? [[iso, { text: cell.text }]] : [];
    }),
  );
}

/** The stored text of the main language, for lists; `""` if there is none. */
export const mainLocaleText = (texts: LocalizedText, { mainLocale }: Project): string => texts[mainLocale]?.text ?? '';

/** [Component] the text of the main language, or else of the first language that has one. */
export function nameWithLocaleFallback(texts: LocalizedText, isos: readonly string[]): string {
  for (const iso of isos) {
    const text = texts[iso]?.text;
    if (text) return text;
  }
  return '';
}

/** The project's languages, the main one first. */
export const localeCodes = (project: Project): string[] => {
  const main = project.mainLocale;
  return [main, ...project.projectRecord.locales.flatMap(({ iso }) => (iso === main ? [] : [iso]))];
};
