/** The number of words, or of characters, per language for the story, the open board and the selected element. */

import { emptyTextCount, unitOf } from '../../../shared/rich-text/text-count.ts';
import { t } from '../../messages/translate.ts';
import { formatTextCount } from '../../records/counts/format-text-count.ts';
import { recordTextCounts, type TextCountByLanguage } from '../../records/counts/story-text-counts.ts';
import { useStoryTextCounts } from '../../records/counts/use-story-text-counts.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';

const noCounts: TextCountByLanguage = new Map();

export function TextCounts() {
  const counts = useStoryTextCounts();
  const locales = useProject((project) => project.projectRecord.locales);
  const boardId = useSelection((state) => state.boardId);
  const selectedId = useSelection(({ ids }) => (ids.size === 1 ? ([...ids][0] ?? null) : null));
  const { element } = useProject((project) => ({
    element: project.find('element', selectedId ?? '') ? project.get(selectedId ?? '') : undefined,
  }));
  const title = useProject((project) => (element ? recordName(project, element.id) : ''));
  if (!counts) return <p role="status">{t('project.about.counting')}</p>;
  const columns = [
    { name: t('project.about.story'), of: counts.story },
    { name: t('project.about.board'), of: counts.boards.get(boardId ?? '') ?? noCounts },
    ...(element ? [{ name: t('project.about.element', { title }), of: recordTextCounts(element) }] : []),
  ];
  return (
    <table className="text-counts">
      <caption>
        {t('project.about.words')}
        <span className="field-description">{t('common.countedWords')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('project.about.language')}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {locales.map(({ iso, name }) => (
          <tr key={iso}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column.name}>
                {formatTextCount(column.of.get(iso) ?? emptyTextCount, unitOf(counts.story.get(iso) ?? emptyTextCount))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
