/** A jumper: the element it leads to, on whatever board that is. */

import { CornerUpRight } from 'lucide-react';
import type { Project } from '../../shared/project.ts';
import { Panel, Part } from '../fields/panel.tsx';
import { change } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { Shows } from '../fields/shows.tsx';
import { useWish } from '../fields/use-focus-wish.ts';
import { useRecord } from '../state/open-project.ts';
import { reveal } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { PlaceFields } from './place-fields.tsx';

const words = inspectorWords.panel.jumper;

export function JumperPanel({ id }: { id: string }) {
  const jumper = useRecord('jumper', id);
  const wanted = useWish(id, 'content');
  const target = useRecord('element', jumper?.elementId ?? null);
  if (!jumper) return null;
  return (
    <Panel title={words.name} Icon={CornerUpRight}>
      <Part title={words.jumpsTo}>
        <Shows field="jumper.elementId">
          <SearchField
            label={words.element}
            value={jumper.elementId}
            placeholder={words.find}
            options={elements}
            nameOf={nameOf}
            wanted={wanted}
            choose={(elementId) => change('jumper', id, { elementId })}
          />
        </Shows>
        {target && (
          <div className="buttons">
            <button type="button" className="text-button" onClick={() => reveal(target.boardId, target.id)}>
              {words.go}
            </button>
            <button type="button" className="text-button" onClick={() => change('jumper', id, { elementId: null })}>
              {words.clear}
            </button>
          </div>
        )}
      </Part>
      <PlaceFields item={jumper} />
    </Panel>
  );
}

const elements = (project: Project) =>
  [...project.all('element')].map(({ id, boardId }) => ({
    id,
    name: nameOf(project, id),
    where: project.find('board', boardId)?.name ?? '',
  }));
