/** Where an item lies on its board and how large it is, in numbers: what dragging does, without a pointer. */

import type { StoryRecord } from '../../shared/kinds/all.ts';
import { BRANCH_HEIGHT, BRANCH_WIDTH } from '../../shared/kinds/branch.ts';
import { CANVAS } from '../../shared/kinds/fields.ts';
import type { ItemKind } from '../board/items.ts';
import { NumberField } from '../fields/number-field.tsx';
import { Part } from '../fields/panel.tsx';
import { change } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useProject } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { Switch } from '../ui/switch.tsx';
import { inspectorWords } from '../words/en/inspector.ts';
import { OnBoard } from './within.tsx';

const words = inspectorWords.place;
const least = { width: 40, height: 28 };

export function PlaceFields({ item }: { item: StoryRecord<ItemKind> }) {
  const { kind, id, x, y } = item;
  const { width, height } = item.kind === 'branch' ? { width: BRANCH_WIDTH, height: BRANCH_HEIGHT } : item;
  const set = (fields: { x?: number; y?: number; width?: number; height?: number; autoHeight?: boolean }) => change(kind, id, fields);
  const board = useProject((project) => nameOf(project, item.boardId));
  return (
    <>
      <OnBoard field={`${kind}.boardId`} where={board} move={() => void moveTo()} />
      <Part title={item.kind === 'branch' ? words.titleWithoutSize : words.title}>
        <div className="numbers">
          <Shows field={`${kind}.x`}>
            <NumberField label={words.x} value={x} min={0} max={CANVAS - width} save={(to) => to !== null && set({ x: to })} />
          </Shows>
          <Shows field={`${kind}.y`}>
            <NumberField label={words.y} value={y} min={0} max={CANVAS - height} save={(to) => to !== null && set({ y: to })} />
          </Shows>
          {item.kind !== 'branch' && (
            <>
              <Shows field={`${item.kind}.width`}>
                <NumberField
                  label={words.width}
                  value={width}
                  min={least.width}
                  max={CANVAS - x}
                  save={(to) => to !== null && set({ width: to })}
                />
              </Shows>
              <Shows field={`${item.kind}.height`}>
                <NumberField
                  label={words.height}
                  value={height}
                  min={least.height}
                  max={CANVAS - y}
                  // A height that was set is kept.
                  save={(to) => to !== null && set({ height: to, ...(item.kind === 'jumper' ? {} : { autoHeight: false }) })}
                />
              </Shows>
            </>
          )}
        </div>
        {(item.kind === 'element' || item.kind === 'note') && (
          <Shows field={`${item.kind}.autoHeight`}>
            <Switch isSelected={item.autoHeight} onChange={(autoHeight) => set({ autoHeight })}>
              {words.autoHeight}
            </Switch>
          </Shows>
        )}
      </Part>
    </>
  );
}

const moveTo = async () => (await import('../board/move-to.tsx')).showMoveTo();
