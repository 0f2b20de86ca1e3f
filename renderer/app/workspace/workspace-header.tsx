/** The line above the story: whose it is, undo and redo, the language, how the targets are. */

import {
  ArrowLeft,
  Ellipsis,
  Images,
  Keyboard,
  MessageSquare,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Play,
  Redo2,
  Search,
  Settings,
  Undo2,
  Users,
  Variable,
} from 'lucide-react';
import { useStore } from 'zustand';
import type { ActionName } from '../../commands/action.ts';
import { ActionIconButton } from '../../commands/action-button.tsx';
import { getAction, shortcutsFor } from '../../commands/action-registry.ts';
import { useAction } from '../../commands/use-action.ts';
import { showRemoveProject } from '../../features/projects/remove-project-dialog.tsx';
import { showRenameProject } from '../../features/projects/rename-project-dialog.tsx';
import { syncMenuEntries } from '../../features/sync/project-sync-status.tsx';
import { SyncStatusChip } from '../../features/sync/sync-status-chip.tsx';
import { TargetsStatusChip } from '../../features/targets/targets-status-chip.tsx';
import { t } from '../../messages/translate.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import {
  isSidebarViewShown,
  type PaneName,
  type SidebarView,
  setPaneOpen,
  toggleSidebarView,
  usePreferences,
} from '../../state/preferences.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { IconToggle } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { LanguagePicker } from './language-picker.tsx';

export function WorkspaceHeader() {
  return (
    <header className="workspace-header" data-pane="header">
      <ActionIconButton name="projects" icon={ArrowLeft} />
      <ProjectName />
      <div className="header-group">
        <ActionIconButton name="undo" icon={Undo2} />
        <ActionIconButton name="redo" icon={Redo2} />
      </div>
      <div className="header-space" />
      <ActionIconButton name="find" icon={Search} />
      <PaneToggle name="play" icon={Play} label={t('workspace.play')} />
      <LanguagePicker />
      <ActionIconButton name="variables" icon={Variable} />
      <SyncStatusChip />
      <TargetsStatusChip />
      <div className="header-group">
        <SideToggle name="boards" icon={PanelLeft} label={t('workspace.boards')} />
        <SideToggle name="components" icon={Users} label={t('workspace.components')} />
        <SideToggle name="assets" icon={Images} label={t('workspace.assets')} />
        <PaneToggle name="targets" icon={PanelBottom} label={t('workspace.targets')} />
        <CommentsToggle />
        <PaneToggle name="inspector" icon={PanelRight} label={t('workspace.inspector')} />
      </div>
      <div className="header-group">
        <ActionIconButton name="settings" icon={Settings} />
        <ActionIconButton name="keys" icon={Keyboard} />
        <ColorSchemeMenu />
      </div>
    </header>
  );
}

function ProjectName() {
  const name = useProject((project) => project.projectRecord.name);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const status = useSyncStatus(hash);
  if (hash === null) return null;
  return (
    <div className="header-project">
      <h1 title={name}>{name}</h1>
      <MenuButton
        label={t('common.more', { name })}
        icon={Ellipsis}
        entries={[
          { id: 'rename', label: t('workspace.rename'), run: () => showRenameProject({ hash, name }) },
          menuEntry('variables', t('workspace.variables')),
          menuEntry('aboutProject', t('workspace.aboutEntry')),
          menuEntry('languages', t('workspace.languagesEntry')),
          menuEntry('translations', t('workspace.translationsEntry')),
          menuEntry('stylesheet', t('workspace.stylesheetEntry')),
          menuEntry('saveToFile', t('workspace.exportToAFile')),
          menuEntry('deleted', t('history.deleted.entry')),
          null,
          menuEntry('replace', t('workspace.replaceEntry')),
          menuEntry('palette', t('workspace.paletteEntry')),
          null,
          ...syncMenuEntries({ hash, name }, status),
          null,
          { id: 'remove', label: t('workspace.deleteTheProject'), isDanger: true, run: () => showRemoveProject({ hash, name }) },
        ]}
      />
    </div>
  );
}

function menuEntry(name: ActionName, label: string) {
  return { id: name, label, keys: shortcutsFor(name)[0], run: () => void getAction(name).run() };
}

function PaneToggle({ name, icon, label }: { name: PaneName; icon: typeof PanelLeft; label: string }) {
  const isOpen = usePreferences(({ open }) => open[name]);
  const { keys } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isOpen} onChange={(on) => setPaneOpen(name, on)} />;
}

/** Only where there are any: most stories have none. */
function CommentsToggle() {
  const has = useProject((project) => project.countOfKind('comment') > 0);
  return has && <PaneToggle name="comments" icon={MessageSquare} label={t('workspace.comments')} />;
}

function SideToggle({ name, icon, label }: { name: SidebarView; icon: typeof PanelLeft; label: string }) {
  const isShown = usePreferences((state) => isSidebarViewShown(state, name));
  const { keys } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isShown} onChange={() => toggleSidebarView(name)} />;
}
