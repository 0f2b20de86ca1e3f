/** The languages of the open project and the one that is shown. */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type Locale, mainLocaleOf, projectRecordId } from '../../../shared/model/kinds/project.ts';
import { type ResolvedText, resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';

const noLocales: readonly Locale[] = [];
export const projectLocales = (project: Project): readonly Locale[] => project.find('project', projectRecordId)?.locales ?? noLocales;

/** `iso` is the language that is shown and edited, `main` the one that others fall back to. */
export function useLanguage(): { iso: string; main: string; locales: readonly Locale[] } {
  const { locales } = useProject((project) => ({ locales: projectLocales(project) }));
  const chosen = useSelection(({ locale }) => locale);
  const main = mainLocaleOf(locales);
  return { iso: locales.some(({ iso }) => iso === chosen) && chosen !== null ? chosen : main, main, locales };
}

/** The text in the shown language, or in the one it falls back to; then `translated` is false. */
export function useLocalizedText(text: LocalizedText | undefined): ResolvedText & { translated: boolean } {
  const { iso, locales } = useLanguage();
  const resolved = resolveLocalizedText(text ?? {}, iso, locales);
  return { ...resolved, translated: resolved.iso === iso };
}
