/** The part of each board that was last visible is stored for the next start. */
import { describe, expect, test, vi } from 'vitest';

const entry = 'taleport.boardViewports';

/** A window that starts with this entry. */
async function startWith(stored: string | null) {
  const entries = new Map(stored === null ? [] : [[entry, stored]]);
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  const viewports = await import('../../../renderer/state/board-viewports.ts');
  return { ...viewports, stored: () => entries.get(entry) ?? null };
}

describe('viewports of boards', () => {
  test('a board opens where it was left, also after a restart, and each copy of a project has its own', async () => {
    const first = await startWith(null);
    expect(first.findViewport('story', 'board')).toBeUndefined();
    first.storeViewport('story', 'board', { x: -20, y: 30.5, zoom: 0.4 });
    first.storeViewport('copy', 'board', { x: 1, y: 2, zoom: 1, size: { width: 800, height: 600 } });
    const second = await startWith(first.stored());
    expect(second.findViewport('story', 'board')).toEqual({ x: -20, y: 30.5, zoom: 0.4 });
    expect(second.findViewport('copy', 'board')).toEqual({ x: 1, y: 2, zoom: 1, size: { width: 800, height: 600 } });
  });

  test.each([
    ['text that is no JSON', '{'],
    ['a list', '[]'],
    ['values of other types', '{"viewports":{"story/board":{"x":"1","y":2,"zoom":1}}}'],
    ['a zoom of zero', '{"viewports":{"story/board":{"x":1,"y":2,"zoom":0}}}'],
    ['no zoom', '{"viewports":{"story/board":{"x":1,"y":2}}}'],
  ])('%s is no viewport', async (_, stored) => {
    const { findViewport } = await startWith(stored);
    expect(findViewport('story', 'board')).toBeUndefined();
  });

  test('only the boards that were viewed last are kept', async () => {
    const { storeViewport, findViewport, stored } = await startWith(null);
    const view = { x: 0, y: 0, zoom: 1 };
    storeViewport('story', 'first', view);
    storeViewport('story', 'second', view);
    for (let count = 0; count < 298; count++) storeViewport('story', `other ${count}`, view);
    storeViewport('story', 'first', view);
    storeViewport('story', 'last', view);
    expect(Object.keys(JSON.parse(stored() ?? '').viewports)).toHaveLength(300);
    expect(findViewport('story', 'second')).toBeUndefined();
    expect(findViewport('story', 'first')).toEqual(view);
    expect(findViewport('story', 'last')).toEqual(view);
  });
});
