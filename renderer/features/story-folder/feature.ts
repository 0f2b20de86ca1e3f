/** Story folders: projects as text files in the team's version control. */
import { FolderGit2, FolderOpen } from 'lucide-react';
import { alwaysEnabled, isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showDockView } from '../../state/pane-layout.ts';
import { getStoryFolder } from '../../state/story-folders-store.ts';

const dialogs = lazyCode(() => import('./story-folder-dialogs.tsx'));

const openProjectFolder = () => getStoryFolder(openProjectStore.getState().hash);

export const feature = {
  actions: [
    {
      name: 'showStoryFolder',
      group: 'Story',
      label: 'storyFolder.actions.show',
      icon: FolderGit2,
      menus: [{ menu: 'project.menu', section: 1, order: 7 }],
      isEnabled: isProjectOpen,
      run: () => {
        if (openProjectFolder()) showDockView('storyFolder');
        else void dialogs.run(({ showLinkFolderDialog }) => showLinkFolderDialog());
      },
    },
    {
      name: 'openStoryFolder',
      group: 'Projects',
      label: 'storyFolder.actions.open',
      icon: FolderOpen,
      isEnabled: alwaysEnabled,
      run: () => dialogs.run(({ chooseStoryFolder }) => chooseStoryFolder()),
    },
  ],
  panes: [
    {
      name: 'storyFolder',
      side: 'bottom',
      label: 'storyFolder.title',
      icon: FolderGit2,
      Content: lazyComponent(async () => (await import('./story-folder-panel.tsx')).StoryFolderPanel),
      isAvailable: () => isProjectOpen() && openProjectFolder() !== undefined,
      toggle: { label: 'storyFolder.actions.toggle' },
    },
  ],
  status: [
    {
      name: 'storyFolder',
      order: 5,
      Content: lazyComponent(async () => (await import('./story-folder-chip.tsx')).StoryFolderChip, 'workspace'),
    },
  ],
  dialogs: {
    /** Opens a folder that was dropped; without its path, asks for it. */
    openStoryFolder: (path?: string) =>
      dialogs.run(({ chooseStoryFolder, openStoryFolder }) => (path === undefined ? chooseStoryFolder() : openStoryFolder(path))),
  },
} as const satisfies Feature;
