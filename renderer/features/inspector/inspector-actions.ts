/** Actions on the metadata of what is selected. Their code is loaded with the inspector. */
import { Plus } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { lazyCode } from '../../commands/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { selectedRecordId } from '../../state/selection.ts';
import { attributeOwnerType } from './attributes/attribute-owner-type.ts';

/** The selected record, if it can have attributes. */
function selectedOwnerId(): string | null {
  const id = selectedRecordId();
  const record = id === null ? undefined : openProjectStore.getState().project.get(id);
  return record && record.type !== 'folder' && attributeOwnerType(record.kind) ? id : null;
}

const newAttribute = lazyCode(() => import('./attributes/new-attribute-dialog.tsx'));

export const inspectorActions = [
  {
    name: 'addAttribute',
    group: 'Story',
    label: 'inspector.addAttribute',
    icon: Plus,
    isEnabled: () => isProjectOpen() && selectedOwnerId() !== null,
    run: () => {
      const id = selectedOwnerId();
      if (id !== null) void newAttribute.run(({ showNewAttributeDialog }) => showNewAttributeDialog(id));
    },
  },
] as const satisfies readonly Action[];
