/** The list of the problems of the story, and their number. */
import { ListChecks } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  panes: [
    {
      name: 'problems',
      side: 'bottom',
      label: 'problems.title',
      icon: ListChecks,
      Content: lazyComponent(async () => (await import('./problems-panel.tsx')).ProblemsPanel),
      toggle: { label: 'problems.toggle', shortcuts: ['Mod+Shift+M'] },
    },
  ],
  status: [
    { name: 'problems', order: 1, Content: lazyComponent(async () => (await import('./problems-chip.tsx')).ProblemsChip, 'workspace') },
  ],
} as const satisfies Feature;
