/** What a pane shows. Panes that belong to the first picture of the workspace are loaded before it is drawn, the others when they open. */
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

/** The same component at each drawing: another one would lose its state. */
function lazyContentOf({ name, load }: Pane): ComponentType {
  const known = lazyContents.get(name);
  if (known) return known;
  const Content = lazy(async () => ({ default: await load() }));
  lazyContents.set(name, Content);
  return Content;
}
