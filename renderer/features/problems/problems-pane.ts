/** The pane that lists the problems of the story. */
import { ListChecks } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const problemsPane = {
  name: 'problems',
  side: 'bottom',
  label: 'problems.title',
  icon: ListChecks,
  load: async () => (await import('./problems-panel.tsx')).ProblemsPanel,
  toggle: { label: 'problems.toggle', shortcuts: ['Mod+Shift+M'] },
} as const satisfies Pane;
