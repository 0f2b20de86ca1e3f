/** An entry for the menu of any record: what it was before. */
import { History } from 'lucide-react';
import { historyMessages } from '../../messages/en/history.ts';
import type { MenuEntry } from '../../ui/menu.tsx';

export const versionsMenuEntry = (id: string): MenuEntry => ({
  id: 'versions',
  label: historyMessages.entry,
  icon: History,
  run: async () => (await import('./versions-dialog.tsx')).showVersions(id),
});
