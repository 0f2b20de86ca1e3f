/** An entry for the menu of any record: what it was before. */

import { History } from 'lucide-react';
import { t } from '../../messages/translate.ts';
import type { MenuEntry } from '../../ui/menu.tsx';

export const versionsMenuEntry = (id: string): MenuEntry => ({
  id: 'versions',
  label: t('history.entry'),
  icon: History,
  run: async () => (await import('./versions-dialog.tsx')).showVersions(id),
});
