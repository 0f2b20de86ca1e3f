/** The names by which records are listed and announced, and where they are. */
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { mainLocaleOf } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf, resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { selectionStore, useSelection } from '../../state/selection.ts';
import { componentTree, folderPath, treeRecordName } from '../trees/record-tree.ts';
import { projectLocales } from './story-languages.ts';

/** The name in the language `chosen`, or by default in the shown one: a record without a name has the start of its text, or ''. */
export function recordName(project: Project, id: string, chosen: string | null = selectionStore.getState().locale): string {
  const plainName = treeRecordName(project, id, chosen);
  if (plainName !== undefined) return plainName;
  const locales = projectLocales(project);
  const toLine = (text: LocalizedText) =>
    richTextToPlainText(resolveLocalizedText(text, chosen ?? mainLocaleOf(locales), locales).html).replaceAll('\n', ' ');
  const element = project.find('element', id);
  if (element) return toLine(element.title) || truncateText(toLine(element.content), maxNameLength);
  const note = project.find('note', id);
  if (note) return richTextToPlainText(note.content).split('\n')[0] ?? '';
  const connection = project.find('connection', id);
  if (connection) return toLine(connection.label);
  const jumper = project.find('jumper', id);
  if (jumper) return jumper.elementId === null ? '' : recordName(project, jumper.elementId, chosen);
  const variable = project.find('variable', id);
  if (variable) return variable.name;
  if (!project.find('branch', id)) return firstText(project.get(id), toLine);
  return parseConditionSource(project.children('condition', id, 'conditions')[0]?.script ?? '').text;
}

/** What a board is called where it needs a name. */
export const boardName = (project: Project, id: string): string => project.find('board', id)?.name || t('common.untitledBoard');

/** The start of the first text in several languages that a record has. */
function firstText(record: AnyRecord | undefined, toLine: (text: LocalizedText) => string): string {
  const [field] = record ? getKind(record.kind).localizedFields : [];
  return record && field ? truncateText(toLine(localizedTextOf(record, field)), maxNameLength) : '';
}

/** The length of a text that is shown in place of a title, in characters. */
const maxNameLength = 80;

/** Shortens the end of a text to `maxLength` characters, between two words if it has any. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(' ', maxLength);
  return `${text.slice(0, space > maxLength / 2 ? space : maxLength)}…`;
}

/** The name of a record in the shown language; renders again when it changes. */
export function useRecordName(id: string | null): string {
  const chosen = useSelection(({ locale }) => locale);
  return useProject((project) => (id === null ? '' : recordName(project, id, chosen)));
}

/** Where a record is, beside its name in a list: its board, or the folders of a component; '' for other records. */
export function locationLabel(project: Project, { id, boardId }: AnyRecord): string {
  if (typeof boardId === 'string') return project.find('board', boardId)?.name ?? '';
  return project.find('component', id) ? folderPath(componentTree, project, id) : '';
}
