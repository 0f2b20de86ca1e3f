/** The chosen language and what texts say in it, for the items of a board. */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type Locale, PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type ResolvedText, resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { useProject } from '../../state/open-project.ts';
import { selectionStore, useSelection } from '../../state/selection.ts';

const noLocales: readonly Locale[] = [];
export const projectLocales = (project: Project): readonly Locale[] => project.find('project', PROJECT_RECORD_ID)?.locales ?? noLocales;
export const mainLocaleOf = (locales: readonly Locale[]): string => locales.find(({ base }) => base === null)?.iso ?? 'en';

/** The languages of the project and the one being written in. */
export function useLanguage(): { iso: string; main: string; locales: readonly Locale[] } {
  const { locales } = useProject((project) => ({ locales: projectLocales(project) }));
  const chosen = useSelection(({ locale }) => locale);
  const main = mainLocaleOf(locales);
  return { iso: locales.some(({ iso }) => iso === chosen) && chosen !== null ? chosen : main, main, locales };
}

export function useLocalizedText(text: LocalizedText | undefined): ResolvedText & { translated: boolean } {
  const { iso, locales } = useLanguage();
  const said = resolveLocalizedText(text ?? {}, iso, locales);
  return { ...said, translated: said.iso === iso };
}

/** The name of a record as a writer would say it; '' where it has none. */
export function recordName(project: Project, id: string, chosen: string | null = selectionStore.getState().locale): string {
  const locales = projectLocales(project);
  const record = project.get(id);
  const words = (text: LocalizedText) =>
    richTextToPlainText(resolveLocalizedText(text, chosen ?? mainLocaleOf(locales), locales).html).replaceAll('\n', ' ');
  const element = project.find('element', id);
  if (element) return words(element.title) || truncateText(words(element.content));
  const component = project.find('component', id);
  if (component) return resolveLocalizedText(component.name, chosen ?? mainLocaleOf(locales), locales).html ?? '';
  const board = project.find('board', id);
  if (board) return board.name;
  const asset = project.find('asset', id);
  if (asset) return asset.name;
  const note = project.find('note', id);
  if (note) return richTextToPlainText(note.content).split('\n')[0] ?? '';
  const connection = project.find('connection', id);
  if (connection) return words(connection.label);
  const jumper = project.find('jumper', id);
  if (jumper) return jumper.elementId === null ? '' : recordName(project, jumper.elementId, chosen);
  return record?.kind === 'branch' ? parseConditionSource(project.children('condition', id, 'conditions')[0]?.script ?? '').text : '';
}

/** Letters of a content that stands for a title. */
const MAX_NAME_LENGTH = 80;
function truncateText(words: string): string {
  if (words.length <= MAX_NAME_LENGTH) return words;
  const space = words.lastIndexOf(' ', MAX_NAME_LENGTH);
  return `${words.slice(0, space > MAX_NAME_LENGTH / 2 ? space : MAX_NAME_LENGTH)}…`;
}

/** The name as it stands on screen; renders again when it differs. */
export function useRecordName(id: string | null): string {
  const chosen = useSelection(({ locale }) => locale);
  return useProject((project) => (id === null ? '' : recordName(project, id, chosen)));
}
