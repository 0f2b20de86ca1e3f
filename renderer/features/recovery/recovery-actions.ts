/** Actions for troubleshooting. They also work while the projects cannot be opened. */
import { FileArchive } from 'lucide-react';
import { type Action, alwaysEnabled } from '../../commands/action.ts';

export const recoveryActions = [
  {
    name: 'saveDiagnostics',
    group: 'Help',
    label: 'recovery.diagnostics.action',
    icon: FileArchive,
    isEnabled: alwaysEnabled,
    run: async () => (await import('./save-diagnostics.ts')).saveDiagnostics(),
  },
] as const satisfies readonly Action[];
