/** Backups of all projects. */
import { DatabaseBackup } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';

export const feature = {
  settings: [
    {
      name: 'backups',
      label: 'backup.title',
      icon: DatabaseBackup,
      order: 9,
      Content: lazyComponent(async () => (await import('./backups-section.tsx')).BackupsSection),
    },
  ],
} as const satisfies Feature;
