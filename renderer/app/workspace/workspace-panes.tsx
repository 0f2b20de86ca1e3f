/** The open panes on the right of the board. */
import { Suspense } from 'react';
import type { Pane } from '../../commands/feature.ts';
import { isPaneOpen, listPanes } from '../../commands/pane.ts';
import { useActionStores } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { PaneFrame } from './pane-frame.tsx';

const defaultSize = { initial: 320, min: 200, max: 800 };

export const WorkspacePanes = () => listPanes('right').map((pane) => <WorkspacePane key={pane.name} pane={pane} />);

function WorkspacePane({ pane }: { pane: Pane }) {
  const isShown = useActionStores(() => isPaneOpen(pane) && (pane.isAvailable?.() ?? true));
  if (!isShown) return null;
  return (
    <PaneFrame name={pane.name} label={t({ key: pane.label })} side={pane.side} size={pane.size ?? defaultSize}>
      <Suspense>
        <pane.Content />
      </Suspense>
    </PaneFrame>
  );
}
