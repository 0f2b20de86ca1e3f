/** The content of a pane. Preloaded panes are loaded before the workspace is rendered, the others when they open. */
import { type ComponentType, lazy, Suspense } from 'react';
import { listPanes, type Pane } from '../../commands/pane.ts';

const loaded = new Map<string, ComponentType>();
const lazyContents = new Map<string, ComponentType>();

export async function preloadPanes(): Promise<void> {
  const missing = listPanes().filter(({ isPreloaded, name }) => isPreloaded && !loaded.has(name));
  await Promise.all(missing.map(async ({ name, load }) => loaded.set(name, await load())));
}

export function PaneContent({ pane }: { pane: Pane }) {
  const Content = loaded.get(pane.name) ?? lazyContentOf(pane);
  return (
    <Suspense>
      <Content />
    </Suspense>
  );
}

/** Always the same component for a pane: another one would reset its state. */
function lazyContentOf({ name, load }: Pane): ComponentType {
  const existing = lazyContents.get(name);
  if (existing) return existing;
  const Content = lazy(async () => ({ default: await load() }));
  lazyContents.set(name, Content);
  return Content;
}
