/** Routes from a worker: which connections have one, which are drawn as direct lines meanwhile, and what the worker is sent. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SceneBuilder } from '../../../../../renderer/features/board/canvas/board-scene.ts';
import { ConnectionRoutes } from '../../../../../renderer/features/board/routing/connection-routes.ts';
import type { RouteWorkerMessage } from '../../../../../renderer/features/board/routing/route-worker.ts';
import { BoardIndex } from '../../../../../renderer/records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../../../renderer/records/board/connection-geometry.ts';
import { ConnectionRouter, type RoutingChange } from '../../../../../shared/layout/routing/connection-router.ts';
import type { AnyRecord } from '../../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../../shared/model/project.ts';
import { nextTurn } from '../../../../next-turn.ts';
import { arrow, elementAt, projectOf, record } from '../../../../story-records.ts';
import { waitFor } from '../../../../wait-for.ts';

/** A worker as browsers have it, but on this thread: messages are cloned, and a terminated worker sends none. */
class WorkerHere {
  static started: WorkerHere[] = [];
  onmessage: ((event: { data: RouteWorkerMessage }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly changes: RoutingChange[] = [];
  readonly #router = new ConnectionRouter();
  isEnded = false;
  constructor() {
    WorkerHere.started.push(this);
  }
  postMessage(change: RoutingChange): void {
    this.changes.push(structuredClone(change));
    const routes = structuredClone([...this.#router.update(change)]);
    queueMicrotask(() => !this.isEnded && this.onmessage?.({ data: { routes, isLast: true } }));
  }
  terminate(): void {
    this.isEnded = true;
  }
}

const readLabel = () => '';
const changesSent = () => WorkerHere.started.flatMap(({ changes }) => changes);

let project: Project;
let index: BoardIndex;
let routes: ConnectionRoutes;
beforeEach(() => {
  WorkerHere.started = [];
  vi.stubGlobal('Worker', WorkerHere);
  project = projectOf(
    elementAt('a', 0, 0),
    elementAt('wall', 500, 0),
    elementAt('b', 1000, 0),
    elementAt('far', 1000, 3000),
    arrow('blocked', 'a', 'b'),
    arrow('down', 'b', 'far'),
  );
  index = new BoardIndex(project, 'board');
  index.update();
  routes = new ConnectionRoutes(index);
});
afterEach(() => vi.unstubAllGlobals());

const geometryOf = (id: string): ConnectionGeometry => {
  const geometry = index.connections.get(id);
  if (!geometry) throw new Error(`no connection ${id}`);
  return geometry;
};
const route = async () => {
  routes.update(readLabel);
  await nextTurn();
};
const move = (id: string, x: number) => {
  const before = project.get(id);
  if (before) project.apply([{ before, after: { ...before, x } }]);
  index.update();
};

describe('[Connection] the routes of the shown board', () => {
  test('arrive after the first drawing, which has direct lines', async () => {
    expect(routes.routeOf(geometryOf('blocked'))).toBeNull();
    await route();
    expect(routes.routeOf(geometryOf('blocked'))?.path).toContain('Q');
    expect(routes.version).toBe(1);
  });

  test('are not used for a dragged card: its connections are direct lines until it is dropped', async () => {
    await route();
    index.setDraggedBoxes(new Map([['a', { x: 50, y: 40, width: 301, height: 121 }]]));
    expect(routes.routeOf(geometryOf('blocked'))).toBeNull();
    expect(routes.routeOf(geometryOf('down'))).not.toBeNull();
    await route();
    expect(routes.routeOf(geometryOf('blocked'))).not.toBeNull();
  });

  test('stay while a connection changes only its color', async () => {
    await route();
    const shown = routes.routeOf(geometryOf('blocked'));
    const before = project.get('blocked');
    if (before) project.apply([{ before, after: { ...before, theme: 'red' } }]);
    index.update();
    expect(shown).not.toBeNull();
    expect(routes.routeOf(geometryOf('blocked'))).toEqual(shown);
  });

  test('are requested for what has changed, and not at all if nothing has', async () => {
    await route();
    await route();
    expect(changesSent()).toHaveLength(1);
    expect(routes.version).toBe(1);
    move('wall', 520);
    await route();
    expect(changesSent()[1]).toMatchObject({ items: [{ id: 'wall' }], connections: [], removedItems: [], removedConnections: [] });
  });

  test('run through frames: a note that becomes a frame is no longer in the way', async () => {
    const note = record('note', 'wide', { boardId: 'board', x: 450, y: -50, width: 400, height: 250 });
    project.apply([{ before: undefined, after: note }]);
    index.update();
    await route();
    expect(changesSent()[0]?.items.map(({ id }) => id)).toContain('wide');
    project.apply([{ before: note, after: { ...note, isFrame: true } as AnyRecord }]);
    index.update();
    await route();
    expect(changesSent()[1]).toMatchObject({ items: [], removedItems: ['wide'] });
  });

  test('are requested again if the board changes while the worker is busy', async () => {
    routes.update(readLabel);
    move('wall', 520);
    routes.update(readLabel);
    await nextTurn();
    expect(changesSent().map(({ items }) => items.length)).toEqual([4, 1]);
  });

  test('are kept for the next time that the board is shown', async () => {
    await route();
    const before = routes.routeOf(geometryOf('blocked'));
    routes.close();
    expect(routes.routeOf(geometryOf('blocked'))).toBe(before);
    await route();
    expect(WorkerHere.started).toHaveLength(2);
    expect(routes.routeOf(geometryOf('blocked'))).toEqual(before);
  });

  test('are not those of a worker that answers after the board was closed; it is ended once the window is idle', async () => {
    routes.update(readLabel);
    routes.close();
    expect(WorkerHere.started.map(({ isEnded }) => isEnded)).toEqual([false]);
    await nextTurn();
    expect(routes.version).toBe(0);
    await waitFor(() => expect(WorkerHere.started.map(({ isEnded }) => isEnded)).toEqual([true]));
  });
});

test('[Connection] the ends of a routed line are dragged where it is drawn', async () => {
  project = projectOf(elementAt('a', 0, 0), elementAt('b', 600, 0), arrow('there', 'a', 'b'), arrow('back', 'b', 'a'));
  index = new BoardIndex(project, 'board');
  index.update();
  routes = new ConnectionRoutes(index);
  await route();
  const { edges } = new SceneBuilder().build(project, 1, 'board', { draggedBoxes: new Map(), selected: new Set(), routes });
  const shifts = edges.map(({ data, domAttributes }) => {
    expect(data?.route).toBe(routes.routeOf(geometryOf(data?.geometry.record.id ?? '')));
    return domAttributes;
  });
  expect(shifts).toEqual([
    {
      style: {
        '--from-x': '0px',
        '--from-y': expect.stringMatching(/^-?16px$/),
        '--to-x': '0px',
        '--to-y': expect.stringMatching(/^-?16px$/),
      },
    },
    {
      style: {
        '--from-x': '0px',
        '--from-y': expect.stringMatching(/^-?16px$/),
        '--to-x': '0px',
        '--to-y': expect.stringMatching(/^-?16px$/),
      },
    },
  ]);
});
