/** The content of panes and views. Preloaded panes are loaded before the workspace is rendered, the others when they open. */
import { type ComponentType, lazy, Suspense } from 'react';
import { listPanes, type Pane } from '../../commands/pane.ts';

type LoadContent = Pane['load'];

const loaded = new Map<LoadContent, ComponentType>();
const lazyContents = new Map<LoadContent, ComponentType>();

export async function preloadPanes(): Promise<void> {
  const missing = listPanes().filter(({ isPreloaded, load }) => isPreloaded && !loaded.has(load));
  await Promise.all(missing.map(async ({ load }) => loaded.set(load, await load())));
}

export const PaneContent = ({ pane }: { pane: Pane }) => (
  <Suspense>
    <LazyContent load={pane.load} />
  </Suspense>
);

/** Suspends until it is loaded. */
export function LazyContent({ load }: { load: LoadContent }) {
  const Content = loaded.get(load) ?? lazyContentOf(load);
  return <Content />;
}

/** Always the same component for the same content: another one would reset its state. */
function lazyContentOf(load: LoadContent): ComponentType {
  const existing = lazyContents.get(load);
  if (existing) return existing;
  const Content = lazy(async () => ({ default: await load() }));
  lazyContents.set(load, Content);
  return Content;
}
