/** A jumper: the element it leads to, on whatever board that is. */
import { CornerUpRight } from 'lucide-react';
import type { Project } from '../../shared/project.ts';
import { nameOf } from '../board/use-words.ts';
import { useRecord } from '../state/open-project.ts';
import { reveal } from '../state/selection.ts';
import { Panel, Part } from './panel.tsx';
import { change } from './save.ts';
import { SearchField } from './search-field.tsx';

export function JumperPanel({ id }: { id: string }) {
  const jumper = useRecord('jumper', id);
  const target = useRecord('element', jumper?.elementId ?? null);
  if (!jumper) return null;
  return (
    <Panel title="Jumper" Icon={CornerUpRight}>
      <Part title="Jumps to">
        <SearchField
          label="Element"
          value={jumper.elementId}
          placeholder="Find an element"
          options={elements}
          nameOf={nameOf}
          choose={(elementId) => change('jumper', id, { elementId })}
        />
        {target && (
          <div className="buttons">
            <button type="button" className="text-button" onClick={() => reveal(target.boardId, target.id)}>
              Go there
            </button>
            <button type="button" className="text-button" onClick={() => change('jumper', id, { elementId: null })}>
              Clear
            </button>
          </div>
        )}
      </Part>
    </Panel>
  );
}

const elements = (project: Project) =>
  [...project.all('element')].map(({ id, boardId }) => ({
    id,
    name: nameOf(project, id),
    where: project.find('board', boardId)?.name ?? '',
  }));
