/** Localized texts as they are shown: the map of a single read, the string of a list ([Localized content]). */
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The stored map, in the order of the project's languages. The main language is always there, with null where nothing was written. */
export function serializeLocalizedText(texts: LocalizedText, project: Project): LocalizedText {
  return Object.fromEntries(
    project.projectRecord.locales.flatMap(({ iso, base }) => {
      const cell = texts[iso] ?? (base === null ? { text: null } : undefined);
      return cell ? [[iso, { text: cell.text }]] : [];
    }),
  );
}

/** What a list shows of a localized text: the main language as it is stored, `""` where it says nothing. */
export const mainLocaleText = (texts: LocalizedText, mainLocale: string): string => texts[mainLocale]?.text ?? '';

/** [Component] the main language, else the first language that says something. */
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

/** Whether a text is more than nothing in any language; one empty paragraph is nothing. */
export function hasAnyText(texts: LocalizedText): boolean {
  for (const iso in texts) {
    const text = texts[iso]?.text ?? '';
    if (text !== '' && text !== '<p></p>') return true;
  }
  return false;
}
