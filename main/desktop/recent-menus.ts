/** Shows the recent projects in the menus of the system: the jump list of Windows and the dock of macOS. */
import { app, Menu } from 'electron';
import type { Translate } from '../../shared/messages/translator.ts';
import { createJumpList, createRecentItems } from './menu-template.ts';
import type { RecentProject } from './recent-projects.ts';

export function showRecentProjects(projects: readonly RecentProject[], t: Translate, open: (hash: string) => void): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(createRecentItems(projects, open)));
  if (process.platform === 'win32' && app.isPackaged)
    app.setJumpList(createJumpList(projects, t('menu.file.recentProjects'), process.execPath));
}
