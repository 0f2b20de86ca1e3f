/** Updates of Taleport. */
import { CircleArrowUp } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  settings: [
    {
      name: 'updates',
      label: 'updates.title',
      icon: CircleArrowUp,
      order: 10,
      Content: lazyComponent(async () => (await import('./updates-section.tsx')).UpdatesSection),
    },
  ],
} as const satisfies Feature;
