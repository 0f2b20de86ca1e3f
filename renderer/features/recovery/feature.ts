/** Troubleshooting, which also works while the projects cannot be opened. */
import { FileArchive } from 'lucide-react';
import { alwaysEnabled } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode } from '../../platform/lazy-code.ts';

const diagnostics = lazyCode(() => import('./save-diagnostics.ts'));

export const feature = {
  actions: [
    {
      name: 'saveDiagnostics',
      group: 'Help',
      label: 'recovery.diagnostics.action',
      icon: FileArchive,
      isEnabled: alwaysEnabled,
      run: () => diagnostics.run(({ saveDiagnostics }) => saveDiagnostics()),
    },
  ],
} as const satisfies Feature;
