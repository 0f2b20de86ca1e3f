/** The keys of the canvas. Arrows move the selection and are one command after a pause; Tab walks the items in reading order. */
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { runOnBoard } from '../actions/use-shortcuts.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { moved } from './edits.ts';
import { allowedShift, type Box, GRID } from './geometry.ts';
import { hold, holding, settle } from './holding.ts';
import { indexOf } from './index-of.ts';
import { boxOf, itemAt } from './items.ts';
import { useViewActions } from './use-view-actions.ts';

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How long the arrows must rest before the move is sent, in milliseconds. */
const REST = 400;

export function useKeys(boardId: string) {
  const view = useViewActions(boardId);
  const nudge = useMemo(nudger, []);
  useEffect(() => nudge.flush, [nudge]);
  return (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    const command = event.metaKey || event.ctrlKey;
    const { ids } = selection.getState();
    const arrow = arrows[event.key];
    const act = (): boolean => {
      if (arrow && !command && !event.altKey) {
        const step = event.shiftKey ? GRID * 5 : GRID;
        if (ids.size > 0) nudge.by(arrow.x * step, arrow.y * step);
        else view.pan(-arrow.x * 60, -arrow.y * 60);
        return true;
      }
      if (event.key === 'Tab') return walk(boardId, event.shiftKey ? -1 : 1, view.bringIntoView);
      return runOnBoard(event.nativeEvent);
    };
    if (act()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, button, [role="menuitem"]') ||
    target.closest('[role="menu"]') !== null);

/** Gathers arrow presses into one move. */
function nudger() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (timer === undefined) return;
    timer = undefined;
    void settle(moved(openProject.getState().project, holding.getState().boxes));
  };
  return {
    flush,
    by(dx: number, dy: number) {
      const { project } = openProject.getState();
      const held = holding.getState().boxes;
      const boxes = new Map<string, Box>();
      for (const id of selection.getState().ids) {
        const item = itemAt(project, id);
        if (item) boxes.set(id, held.get(id) ?? boxOf(project, item));
      }
      if (boxes.size === 0) return;
      const shift = allowedShift([...boxes.values()], dx, dy);
      hold(new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }])));
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
  };
}

/** Selects the next item; false at the end, so that Tab leaves the canvas there. */
function walk(boardId: string, step: 1 | -1, bringIntoView: (id: string) => void): boolean {
  const order = indexOf(openProject.getState().project, boardId).readingOrder();
  const last = [...selection.getState().ids].at(-1);
  const at = last === undefined ? -1 : order.indexOf(last);
  const next = at === -1 ? (step === 1 ? order[0] : order.at(-1)) : order[at + step];
  if (next === undefined) return false;
  select([next]);
  bringIntoView(next);
  return true;
}
