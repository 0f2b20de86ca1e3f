/** The inspector: the fields of what is selected. */
import { PanelRight, Plus } from 'lucide-react';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { areOnlyViewsInFront } from '../../state/open-tabs.ts';
import { selectedRecordId, selectionStore } from '../../state/selection.ts';
import { attributeOwnerType } from './attributes/attribute-owner-type.ts';

/** The selected record, if it can have attributes. */
function selectedOwnerId(): string | null {
  const id = selectedRecordId();
  const record = id === null ? undefined : openProjectStore.getState().project.get(id);
  return record && record.type !== 'folder' && attributeOwnerType(record.kind) ? id : null;
}

const newAttribute = lazyCode(() => import('./attributes/new-attribute-dialog.tsx'), 'idle');

export const feature = {
  actions: [
    {
      name: 'addAttribute',
      group: 'Story',
      label: 'inspector.addAttribute',
      icon: Plus,
      shortcuts: ['Alt+Shift+D'],
      isEnabled: () => isProjectOpen() && selectedOwnerId() !== null,
      run: () => {
        const id = selectedOwnerId();
        if (id !== null) void newAttribute.run(({ showNewAttributeDialog }) => showNewAttributeDialog(id));
      },
    },
  ],
  panes: [
    {
      name: 'inspector',
      side: 'right',
      label: 'workspace.inspector',
      icon: PanelRight,
      Content: lazyComponent(async () => (await import('./inspector.tsx')).Inspector, 'workspace'),
      size: { initial: 320, min: 260, max: 900 },
      isOpenInitially: true,
      // Beside a view, it would show the selection of a board that is not visible.
      isAvailable: () => !areOnlyViewsInFront() || selectionStore.getState().component !== null,
      toggle: { label: 'actions.inspector', shortcuts: ['Alt+I'], menus: [{ menu: 'project.panes' }] },
    },
  ],
} as const satisfies Feature;
