/** The pane that lists the problems of the story. */
import { ListChecks } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const problemsPane = {
  name: 'problems',
  side: 'bottom',
  label: 'problems.title',
  icon: ListChecks,
  load: async () => (await import('./problems-panel.tsx')).ProblemsPanel,
  size: { initial: 248, min: 140, max: 560 },
  toggle: { label: 'problems.toggle', shortcuts: ['Mod+Shift+M'], menus: [{ menu: 'project.panes', order: 3.5 }] },
} as const satisfies Pane;
