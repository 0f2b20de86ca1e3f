/** The chosen language and what texts say in it, for the items of a board. */

import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { type Locale, PROJECT } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { type Said, textIn } from '../../shared/text-in.ts';
import { useProject } from './open-project.ts';
import { selection, useSelection } from './selection.ts';

const noLocales: readonly Locale[] = [];
export const localesOf = (project: Project): readonly Locale[] => project.find('project', PROJECT)?.locales ?? noLocales;
export const mainOf = (locales: readonly Locale[]): string => locales.find(({ base }) => base === null)?.iso ?? 'en';

/** The languages of the project and the one being written in. */
export function useLanguage(): { iso: string; main: string; locales: readonly Locale[] } {
  const { locales } = useProject((project) => ({ locales: localesOf(project) }));
  const chosen = useSelection(({ locale }) => locale);
  const main = mainOf(locales);
  return { iso: locales.some(({ iso }) => iso === chosen) && chosen !== null ? chosen : main, main, locales };
}

export function useSaid(text: LocalizedText | undefined): Said & { translated: boolean } {
  const { iso, locales } = useLanguage();
  const said = textIn(text ?? {}, iso, locales);
  return { ...said, translated: said.iso === iso };
}

/** The name of a record as a writer would say it; '' where it has none. */
export function nameOf(project: Project, id: string, chosen: string | null = selection.getState().locale): string {
  const locales = localesOf(project);
  const record = project.at(id);
  const words = (text: LocalizedText) => plainText(textIn(text, chosen ?? mainOf(locales), locales).html).replaceAll('\n', ' ');
  const element = project.find('element', id);
  if (element) return words(element.title) || shortened(words(element.content));
  const component = project.find('component', id);
  if (component) return textIn(component.name, chosen ?? mainOf(locales), locales).html ?? '';
  const board = project.find('board', id);
  if (board) return board.name;
  const asset = project.find('asset', id);
  if (asset) return asset.name;
  const note = project.find('note', id);
  if (note) return plainText(note.content).split('\n')[0] ?? '';
  const connection = project.find('connection', id);
  if (connection) return words(connection.label);
  const jumper = project.find('jumper', id);
  if (jumper) return jumper.elementId === null ? '' : nameOf(project, jumper.elementId, chosen);
  return record?.kind === 'branch' ? codeOfCondition(project.children('condition', id, 'conditions')[0]?.script ?? '').source : '';
}

/** Letters of a content that stands for a title. */
const LONGEST = 80;
function shortened(words: string): string {
  if (words.length <= LONGEST) return words;
  const space = words.lastIndexOf(' ', LONGEST);
  return `${words.slice(0, space > LONGEST / 2 ? space : LONGEST)}…`;
}

/** The name as it stands on screen; renders again when it differs. */
export function useName(id: string | null): string {
  const chosen = useSelection(({ locale }) => locale);
  return useProject((project) => (id === null ? '' : nameOf(project, id, chosen)));
}
