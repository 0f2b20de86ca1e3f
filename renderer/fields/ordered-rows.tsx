/**
 * A list whose order the writer sets: by dragging its rows, by Alt and the arrows, or with the handle of a row. Things of a tree can be
 * dropped into it. Enter goes to what a row stands for, Delete takes it off.
 */
import { GripVertical, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { inspectorWords } from '../words/en/inspector.ts';
import { type Beside, placed } from './placed.ts';
import './ordered-rows.css';

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly says?: string;
  readonly picture?: ReactNode;
}

export interface OrderedRowsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  /** To a position counted without the row itself. */
  readonly move: (id: string, at: number) => void;
  readonly remove: (id: string) => void;
  readonly go?: (id: string) => void;
  /** What may be dropped from elsewhere, and what to do with it. */
  readonly takes?: { readonly type: string; readonly add: (ids: readonly string[], at: number) => void };
  /** What stands here while there is nothing. */
  readonly empty?: string;
}

const ROW = 'application/x-taleport-row';

export function OrderedRows({ label, rows, move, remove, go, takes, empty }: OrderedRowsProps) {
  const ids = rows.map(({ id }) => id);
  const takeIn = async (items: readonly Dropped[], at: number) => {
    if (!takes) return;
    const texts = await Promise.all(items.map((item) => item.getText?.(takes.type) ?? ''));
    const named = texts.filter(Boolean);
    if (named.length > 0) takes.add(named, at);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [ROW]: String(key), 'text/plain': rows.find(({ id }) => id === key)?.name ?? '' })),
    acceptedDragTypes: [ROW, ...(takes ? [takes.type] : [])],
    getDropOperation: (target, types, allowed) => {
      if (takes && types.has(takes.type))
        return target.type === 'item' && target.dropPosition === 'on' ? 'cancel' : (allowed[0] ?? 'cancel');
      return target.type === 'item' && target.dropPosition !== 'on' && allowed.includes('move') ? 'move' : 'cancel';
    },
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key !== undefined && target.dropPosition !== 'on') move(String(key), placed(ids, String(key), besideOf(target)));
    },
    onInsert: ({ items, target }) => void takeIn(items, target.dropPosition === 'on' ? ids.length : placed(ids, null, besideOf(target))),
    onRootDrop: ({ items }) => void takeIn(items, ids.length),
  });
  const pressed = (event: KeyboardEvent) => {
    const { target } = event;
    const id = target instanceof HTMLElement && target.getAttribute('role') === 'row' ? target.dataset.row : undefined;
    if (id === undefined) return;
    const at = ids.indexOf(id);
    if (event.key === 'Delete') remove(id);
    else if (event.altKey && event.key === 'ArrowUp' && at > 0) move(id, at - 1);
    else if (event.altKey && event.key === 'ArrowDown' && at < ids.length - 1) move(id, at + 1);
    else if (!(event.altKey && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (rows.length === 0 && empty === undefined) return null;
  return (
    <div onKeyDownCapture={pressed}>
      <GridList
        className="ordered-rows"
        aria-label={label}
        items={rows}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        {...(go ? { onAction: (key) => go(String(key)) } : {})}
        renderEmptyState={() => <p className="no-row">{empty}</p>}
      >
        {({ id, name, says, picture }) => (
          <GridListItem id={id} textValue={name} className="row ordered-row" data-row={id}>
            <Button slot="drag" className="quiet row-drag" aria-label={inspectorWords.move(name)}>
              <GripVertical size={13} aria-hidden />
            </Button>
            {picture}
            <span className="row-words" title={says ? `${name}, ${says}` : name}>
              {name} {says && <small>{says}</small>}
            </span>
            <Button className="quiet" aria-label={inspectorWords.takeOff(name)} onPress={() => remove(id)}>
              <X size={13} aria-hidden />
            </Button>
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}

interface Dropped {
  readonly kind: string;
  getText?(type: string): Promise<string>;
}

const besideOf = (target: { key: unknown; dropPosition: string }): Beside => ({
  key: String(target.key),
  position: target.dropPosition === 'after' ? 'after' : 'before',
});
