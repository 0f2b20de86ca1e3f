/** The header of the open project: its name and menu, the toolbars, the language picker, and the status. At most six icons have no label. */

import { Ellipsis } from 'lucide-react';
import { useStore } from 'zustand';
import { ToolbarButtons } from '../../commands/action-button.tsx';
import { joinSections, menuSections, toMenuEntry } from '../../commands/action-menus.ts';
import { showRemoveProject } from '../../features/projects/remove-project-dialog.tsx';
import { showRenameProject } from '../../features/projects/rename-project-dialog.tsx';
import { syncMenuEntries } from '../../features/sync/project-sync-status.tsx';
import { t } from '../../messages/translate.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { getSyncStatus } from '../../state/sync-store.ts';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { StatusPill } from './status-pill.tsx';

export function WorkspaceHeader() {
  return (
    <header className="workspace-header" data-pane="header">
      <ToolbarButtons menu="project.back" showsLabels />
      <ProjectName />
      <div className="header-group">
        <ToolbarButtons menu="project.history" />
      </div>
      <div className="header-space" />
      <ToolbarButtons menu="project.find" showsLabels />
      <LanguagePicker />
      <StatusPill />
      <div className="header-group">
        <ToolbarButtons menu="project.panes" />
        <ToolbarButtons menu="project.window" />
      </div>
    </header>
  );
}

function ProjectName() {
  const name = useProject((project) => project.projectRecord.name);
  const hash = useStore(openProjectStore, (state) => state.hash);
  if (hash === null) return null;
  return (
    <div className="header-project">
      <h1 title={name}>{name}</h1>
      <MenuButton label={t('common.more', { name })} icon={Ellipsis} entries={() => projectMenuEntries({ hash, name })} />
    </div>
  );
}

const withoutIcon = ({ icon: _, ...entry }: MenuEntry): MenuEntry => entry;

/** The registered entries between what is done with the project as a whole. The menu has no icons. */
function projectMenuEntries(project: { hash: string; name: string }): readonly (MenuEntry | null)[] {
  const [first = [], ...sections] = menuSections('project.menu').map((section) =>
    section.map((placed) => withoutIcon(toMenuEntry(placed))),
  );
  const rename: MenuEntry = { id: 'rename', label: t('workspace.renameEntry'), run: () => showRenameProject(project) };
  const remove: MenuEntry = {
    id: 'remove',
    label: t('workspace.deleteEntry'),
    isDanger: true,
    run: () => showRemoveProject(project),
  };
  return joinSections([[rename, ...first], ...sections, syncMenuEntries(project, getSyncStatus(project.hash)).map(withoutIcon), [remove]]);
}
