/** How many words players read, language by language: in the story, on the open board, in the chosen element. */

import { inDigits } from '../../shared/words/counts.ts';
import { type Words, wordsOf } from '../counts/story-counts.ts';
import { useStoryCounts } from '../counts/use-story-counts.ts';
import { useProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { projectWords } from '../words/en/project.ts';

const words = projectWords.about;
const none: Words = new Map();

export function WordCounts() {
  const counts = useStoryCounts();
  const locales = useProject((project) => project.root.locales);
  const boardId = useSelection((state) => state.boardId);
  const only = useSelection(({ ids }) => (ids.size === 1 ? ([...ids][0] ?? null) : null));
  const { element } = useProject((project) => ({ element: project.find('element', only ?? '') ? project.at(only ?? '') : undefined }));
  const title = useProject((project) => (element ? nameOf(project, element.id) : ''));
  if (!counts) return <p role="status">{words.counting}</p>;
  const columns = [
    { name: words.story, of: counts.story },
    { name: words.board, of: counts.boards.get(boardId ?? '') ?? none },
    ...(element ? [{ name: words.element(title), of: wordsOf(element) }] : []),
  ];
  return (
    <table className="word-counts">
      <caption>{words.words}</caption>
      <thead>
        <tr>
          <th scope="col">{words.language}</th>
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
              <td key={column.name}>{inDigits(column.of.get(iso) ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
