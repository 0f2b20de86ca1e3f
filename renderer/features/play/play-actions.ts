/** The play pane, and the action that plays from the selected element. */

import { ListOrdered, Play } from 'lucide-react';
import type { Action } from '../../commands/action.ts';
import type { Pane } from '../../commands/pane.ts';
import { selectedElementId } from '../../state/selection.ts';

const loadSession = () => import('./play-session.ts');

const hasSelectedElement = (): boolean => selectedElementId() !== null;

export const playActions = [
  {
    name: 'playFromHere',
    group: 'Story',
    label: 'actions.playFromHere',
    shortcuts: ['Alt+Shift+P'],
    menus: [{ menu: 'board.selection', section: 1, order: 2, label: 'board.playFromHere', when: hasSelectedElement }],
    isEnabled: hasSelectedElement,
    run: async () => {
      const element = selectedElementId();
      if (element !== null) (await loadSession()).playFrom(element);
    },
  },
] as const satisfies readonly Action[];

export const playPane = {
  name: 'play',
  side: 'right',
  label: 'workspace.play',
  icon: Play,
  load: async () => (await import('./play-panel.tsx')).PlayPanel,
  size: { initial: 380, min: 300, max: 760 },
  toggle: { label: 'actions.play', shortcuts: ['Alt+P'], group: 'Story', menus: [{ menu: 'project.find', order: 2 }] },
  show: async () => (await loadSession()).openPlay(),
  hide: async () => (await loadSession()).closePlay(),
} as const satisfies Pane;

export const playLogPane = {
  name: 'playLog',
  side: 'bottom',
  label: 'play.log.title',
  icon: ListOrdered,
  load: async () => (await import('./play-log-panel.tsx')).PlayLogPanel,
  toggle: { label: 'play.log.toggle' },
} as const satisfies Pane;

/** The keys that the player handles itself (play-panel.tsx). */
export const playShortcuts = {
  heading: { text: 'actions.playing.title' },
  entries: [
    { keys: ['1–9'], label: 'actions.playing.choose' },
    { keys: ['Backspace'], label: 'actions.playing.back' },
  ],
} as const;
