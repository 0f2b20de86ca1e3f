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
import type { ActionName } from '../actions/action.ts';
import { ActionIcon } from '../actions/action-button.tsx';
import { actionNamed, keysOf } from '../actions/actions.ts';
import { useAction } from '../actions/use-action.ts';
import { MirrorChip } from '../mirror/mirror-chip.tsx';
import { mirrorEntries } from '../mirror/project-mirror.tsx';
import { showRemoveProject } from '../projects/remove-project.tsx';
import { showRenameProject } from '../projects/rename-project.tsx';
import { isSideShown, type PaneName, type Side, setPaneOpen, toggleSide, useLook } from '../state/look.ts';
import { useMirror } from '../state/mirrors.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { TargetsChip } from '../targets/targets-chip.tsx';
import { IconToggle } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { SchemeMenu } from '../ui/scheme-menu.tsx';
import { commonWords } from '../words/en/common.ts';
import { historyWords } from '../words/en/history.ts';
import { workspaceWords } from '../words/en/workspace.ts';
import { LanguagePicker } from './language-picker.tsx';

export function WorkspaceHeader() {
  return (
    <header className="workspace-header" data-pane="header">
      <ActionIcon name="projects" icon={ArrowLeft} />
      <ProjectName />
      <div className="header-group">
        <ActionIcon name="undo" icon={Undo2} />
        <ActionIcon name="redo" icon={Redo2} />
      </div>
      <div className="header-space" />
      <ActionIcon name="find" icon={Search} />
      <PaneToggle name="play" icon={Play} label={workspaceWords.play} />
      <LanguagePicker />
      <ActionIcon name="variables" icon={Variable} />
      <MirrorChip />
      <TargetsChip />
      <div className="header-group">
        <SideToggle name="boards" icon={PanelLeft} label={workspaceWords.boards} />
        <SideToggle name="components" icon={Users} label={workspaceWords.components} />
        <SideToggle name="assets" icon={Images} label={workspaceWords.assets} />
        <PaneToggle name="targets" icon={PanelBottom} label={workspaceWords.targets} />
        <CommentsToggle />
        <PaneToggle name="inspector" icon={PanelRight} label={workspaceWords.inspector} />
      </div>
      <div className="header-group">
        <ActionIcon name="settings" icon={Settings} />
        <ActionIcon name="keys" icon={Keyboard} />
        <SchemeMenu />
      </div>
    </header>
  );
}

function ProjectName() {
  const name = useProject((project) => project.root.name);
  const hash = useStore(openProject, (state) => state.hash);
  const status = useMirror(hash);
  if (hash === null) return null;
  return (
    <div className="header-project">
      <h1 title={name}>{name}</h1>
      <MenuButton
        label={commonWords.more(name)}
        icon={Ellipsis}
        entries={[
          { id: 'rename', label: workspaceWords.rename, run: () => showRenameProject({ hash, name }) },
          entry('variables', workspaceWords.variables),
          entry('aboutProject', workspaceWords.aboutEntry),
          entry('languages', workspaceWords.languagesEntry),
          entry('translations', workspaceWords.translationsEntry),
          entry('stylesheet', workspaceWords.stylesheetEntry),
          entry('saveToFile', workspaceWords.exportToAFile),
          entry('deleted', historyWords.deleted.entry),
          null,
          entry('replace', workspaceWords.replaceEntry),
          entry('palette', workspaceWords.paletteEntry),
          null,
          ...mirrorEntries({ hash, name }, status),
          null,
          { id: 'remove', label: workspaceWords.deleteTheProject, isDanger: true, run: () => showRemoveProject({ hash, name }) },
        ]}
      />
    </div>
  );
}

function entry(name: ActionName, label: string) {
  return { id: name, label, keys: keysOf(name)[0], run: () => void actionNamed(name).run() };
}

function PaneToggle({ name, icon, label }: { name: PaneName; icon: typeof PanelLeft; label: string }) {
  const isOpen = useLook(({ open }) => open[name]);
  const { keys } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isOpen} onChange={(on) => setPaneOpen(name, on)} />;
}

/** Only where there are any: most stories have none. */
function CommentsToggle() {
  const has = useProject((project) => project.count('comment') > 0);
  return has && <PaneToggle name="comments" icon={MessageSquare} label={workspaceWords.comments} />;
}

function SideToggle({ name, icon, label }: { name: Side; icon: typeof PanelLeft; label: string }) {
  const isShown = useLook((state) => isSideShown(state, name));
  const { keys } = useAction(name);
  return <IconToggle icon={icon} label={label} keys={keys} isSelected={isShown} onChange={() => toggleSide(name)} />;
}
