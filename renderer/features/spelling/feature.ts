/** Checking the spelling. */
import { SpellCheck } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  settings: [
    {
      name: 'spelling',
      label: 'spelling.title',
      icon: SpellCheck,
      order: 3,
      Content: lazyComponent(async () => (await import('./spelling-section.tsx')).SpellingSection),
    },
  ],
} as const satisfies Feature;
