/** An entry for the menu of any record: what it was before. */
import { History } from 'lucide-react';
import type { MenuEntry } from '../ui/menu.tsx';
import { historyWords } from '../words/en/history.ts';

export const versionsEntry = (id: string): MenuEntry => ({
  id: 'versions',
  label: historyWords.entry,
  icon: History,
  run: async () => (await import('./show-versions.tsx')).showVersions(id),
});
