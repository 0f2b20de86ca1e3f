/** The action that opens the stylesheet of the story. */

import { Paintbrush } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { openStylesheetEditor } from './open-stylesheet-editor.tsx';

export const stylesheetActions = [
  {
    name: 'stylesheet',
    group: 'Story',
    label: 'stylesheet.action',
    icon: Paintbrush,
    menus: [{ menu: 'project.menu', section: 1, order: 5, label: 'workspace.stylesheetEntry' }],
    isEnabled: isProjectOpen,
    run: () => openStylesheetEditor(),
  },
] as const satisfies readonly Action[];
