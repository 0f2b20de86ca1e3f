/** The action that opens the stylesheet of the story. */

import { Paintbrush } from 'lucide-react';
import { message } from '../../../shared/messages/message.ts';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { lazyDialog } from '../../commands/lazy-dialog.ts';

export const stylesheetActions = [
  {
    name: 'stylesheet',
    group: 'Story',
    label: 'stylesheet.action',
    icon: Paintbrush,
    menus: [{ menu: 'project.menu', section: 1, order: 5, label: 'workspace.stylesheetEntry' }],
    isEnabled: isProjectOpen,
    run: lazyDialog({
      load: async () => (await import('./stylesheet-dialog.tsx')).showStylesheetEditor,
      loadingText: message('stylesheet.opening'),
      failureText: message('stylesheet.notLoaded'),
    }),
  },
] as const satisfies readonly Action[];
