/** The board that an element is linked to: seen, opened, chosen, taken off. */
import { ArrowUpRight } from 'lucide-react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { Part } from '../fields/panel.tsx';
import { change } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { useProject } from '../state/open-project.ts';
import { openBoard } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';

export function LinkedBoard({ element }: { element: StoryRecord<'element'> }) {
  const boards = useProject((project) => [...project.all('board')].filter(({ type }) => type === 'board'));
  if (boards.length < 2 && element.linkedBoard === null) return null;
  const { linkedBoard } = element;
  return (
    <Part title={inspectorWords.linkedBoard}>
      <Shows field="element.linkedBoard">
        <SearchField
          label={inspectorWords.linkedBoard}
          value={linkedBoard}
          placeholder={inspectorWords.none}
          options={(project) =>
            [...project.all('board')].filter(({ type }) => type === 'board').map(({ id, name }) => ({ id, name, where: '' }))
          }
          nameOf={nameOf}
          choose={(id) => change('element', element.id, { linkedBoard: id })}
        />
      </Shows>
      {linkedBoard !== null && (
        <button type="button" className="text-button" onClick={() => openBoard(linkedBoard)}>
          <ArrowUpRight size={13} aria-hidden="true" /> {inspectorWords.openTheBoard}
        </button>
      )}
    </Part>
  );
}
