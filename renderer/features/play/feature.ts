/** Playing the story, from its beginning or from the selected element. */

import { ListOrdered, Play } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { selectedElementId } from '../../state/selection.ts';

const session = lazyCode(() => import('./play-session.ts'));

const hasSelectedElement = (): boolean => selectedElementId() !== null;

export const feature = {
  actions: [
    {
      name: 'playFromHere',
      group: 'Story',
      label: 'actions.playFromHere',
      shortcuts: ['Alt+Shift+P'],
      menus: [{ menu: 'board.selection', section: 1, order: 2, label: 'board.playFromHere', when: hasSelectedElement }],
      isEnabled: hasSelectedElement,
      run: () => {
        const element = selectedElementId();
        if (element !== null) void session.run(({ playFrom }) => playFrom(element));
      },
    },
  ],
  panes: [
    {
      name: 'play',
      side: 'right',
      label: 'workspace.play',
      icon: Play,
      Content: lazyComponent(async () => (await import('./play-panel.tsx')).PlayPanel),
      size: { initial: 380, min: 300, max: 760 },
      toggle: { label: 'actions.play', shortcuts: ['Alt+P'], group: 'Story', menus: [{ menu: 'project.find', order: 2 }] },
      show: () => session.run(({ openPlay }) => openPlay()),
      hide: () => session.run(({ closePlay }) => closePlay()),
    },
    {
      name: 'playLog',
      side: 'bottom',
      label: 'play.log.title',
      icon: ListOrdered,
      Content: lazyComponent(async () => (await import('./play-log-panel.tsx')).PlayLogPanel),
      toggle: { label: 'play.log.toggle' },
    },
  ],
  // The keys that the player handles itself (play-panel.tsx).
  keys: [
    {
      heading: { text: 'actions.playing.title' },
      entries: [
        { keys: ['1–9'], label: 'actions.playing.choose' },
        { keys: ['Backspace'], label: 'actions.playing.back' },
      ],
    },
  ],
} as const satisfies Feature;
