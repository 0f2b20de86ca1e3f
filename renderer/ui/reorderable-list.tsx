/**
 * A list that the user reorders by dragging rows, with the menu or the handle of a row, or with Alt and the arrow keys. Items of a tree can be dropped
 * into it. Enter opens the record of a row, Delete removes the row.
 */
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { t } from '../messages/translate.ts';
import { ContextMenu, type RowMenuPosition, rowMenuPosition } from './context-menu.tsx';
import type { MenuEntry } from './menu.tsx';
import './reorderable-list.css';

interface ReorderableItem {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly picture?: ReactNode;
}

export interface ReorderableListProps {
  readonly label: string;
  readonly rows: readonly ReorderableItem[];
  /** `at` is counted without the moving row. */
  readonly onMove: (id: string, at: number) => void;
  readonly onRemove: (id: string) => void;
  readonly onOpen?: (id: string) => void;
  /** The MIME type that may be dropped from elsewhere, and the handler for the drop. */
  readonly accepts?: { readonly type: string; readonly add: (ids: readonly string[], at: number) => void };
  /** Shown while the list is empty. Without it, an empty list is not rendered. */
  readonly emptyText?: string;
}

const rowMimeType = 'application/x-taleport-row';

export function ReorderableList({ label, rows, onMove, onRemove, onOpen, accepts, emptyText }: ReorderableListProps) {
  const ids = rows.map(({ id }) => id);
  const [menu, setMenu] = useState<RowMenuPosition | null>(null);
  const addDropped = async (items: readonly DroppedItem[], at: number) => {
    if (!accepts) return;
    const texts = await Promise.all(items.map((item) => item.getText?.(accepts.type) ?? ''));
    const named = texts.filter(Boolean);
    if (named.length > 0) accepts.add(named, at);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ [rowMimeType]: String(key), 'text/plain': rows.find(({ id }) => id === key)?.name ?? '' })),
    acceptedDragTypes: [rowMimeType, ...(accepts ? [accepts.type] : [])],
    getDropOperation: (target, types, allowed) => {
      if (accepts && types.has(accepts.type))
        return target.type === 'item' && target.dropPosition === 'on' ? 'cancel' : (allowed[0] ?? 'cancel');
      return target.type === 'item' && target.dropPosition !== 'on' && allowed.includes('move') ? 'move' : 'cancel';
    },
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key !== undefined && target.dropPosition !== 'on') onMove(String(key), insertionIndex(ids, String(key), toDropTarget(target)));
    },
    onInsert: ({ items, target }) =>
      void addDropped(items, target.dropPosition === 'on' ? ids.length : insertionIndex(ids, null, toDropTarget(target))),
    onRootDrop: ({ items }) => void addDropped(items, ids.length),
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const id = target instanceof HTMLElement && target.getAttribute('role') === 'row' ? target.dataset.row : undefined;
    if (id === undefined) return;
    const at = ids.indexOf(id);
    if (event.key === 'Delete') onRemove(id);
    else if (event.altKey && event.key === 'ArrowUp' && at > 0) onMove(id, at - 1);
    else if (event.altKey && event.key === 'ArrowDown' && at < ids.length - 1) onMove(id, at + 1);
    else if (!(event.altKey && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const openMenu = (event: MouseEvent) => {
    const position = rowMenuPosition(event, 'data-row');
    if (position === null || position.id === null) return;
    event.preventDefault();
    setMenu(position);
  };
  const entriesOf = (id: string): readonly MenuEntry[] => {
    const at = ids.indexOf(id);
    return [
      { id: 'up', label: t('common.moveUp'), icon: ArrowUp, keys: 'Alt+↑', isDisabled: at <= 0, run: () => onMove(id, at - 1) },
      {
        id: 'down',
        label: t('common.moveDown'),
        icon: ArrowDown,
        keys: 'Alt+↓',
        isDisabled: at === ids.length - 1,
        run: () => onMove(id, at + 1),
      },
      { id: 'remove', label: t('common.remove'), icon: X, keys: 'Delete', run: () => onRemove(id) },
    ];
  };
  if (rows.length === 0 && emptyText === undefined) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key presses of the interactive list inside pass through here first
    <div onKeyDownCapture={handleKeyDown} onContextMenu={openMenu}>
      <GridList
        className="ordered-rows"
        aria-label={label}
        items={rows}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        {...(onOpen ? { onAction: (key) => onOpen(String(key)) } : {})}
        renderEmptyState={() => <p className="no-row">{emptyText}</p>}
      >
        {({ id, name, description, picture }) => (
          <GridListItem id={id} textValue={name} className="row ordered-row" data-row={id}>
            <Button slot="drag" className="quiet row-drag" aria-label={t('inspector.move', { name })}>
              <GripVertical size={13} aria-hidden />
            </Button>
            {picture}
            <span className="row-text user-text" title={description ? `${name}, ${description}` : name}>
              {name} {description && <small>{description}</small>}
            </span>
            <Button className="quiet" aria-label={t('inspector.detachNamed', { name })} onPress={() => onRemove(id)}>
              <X size={13} aria-hidden />
            </Button>
          </GridListItem>
        )}
      </GridList>
      {menu?.id != null && ids.includes(menu.id) && (
        <ContextMenu at={menu} label={label} entries={entriesOf(menu.id)} close={() => setMenu(null)} />
      )}
    </div>
  );
}

interface DroppedItem {
  readonly kind: string;
  getText?(type: string): Promise<string>;
}

const toDropTarget = (target: { key: unknown; dropPosition: string }): ListDropTarget => ({
  key: String(target.key),
  position: target.dropPosition === 'after' ? 'after' : 'before',
});

type ListDropTarget = { readonly key: string; readonly position: 'before' | 'after' };

/** The position for a drop beside another item, counted without the moving item; the end if `target` is not in the list. */
export function insertionIndex(ids: readonly string[], moving: string | null, target: ListDropTarget): number {
  const others = ids.filter((id) => id !== moving);
  const at = others.indexOf(target.key);
  if (at < 0) return others.length;
  return target.position === 'after' ? at + 1 : at;
}

/** The list with one of its members at another position. */
export function moveToIndex<T extends { readonly id: string }>(list: readonly T[], id: string, at: number): T[] {
  const moved = list.find((each) => each.id === id);
  if (!moved) return [...list];
  const others = list.filter((each) => each.id !== id);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}
