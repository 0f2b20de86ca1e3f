/** The project list: Enter opens a project, F2 renames it, Delete deletes it after confirmation. */

import { ChevronRight, FolderOpen, Package, PenLine, Trash2 } from 'lucide-react';
import type { ComponentType, KeyboardEvent } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { showRemoveProject } from './remove-project-dialog.tsx';
import { showRenameProject } from './rename-project-dialog.tsx';

interface ProjectStatusProps {
  /** Renders the sync status of a project. */
  readonly Status: ComponentType<{ readonly hash: string }>;
  /** The sync entries in the menu of a project. */
  readonly statusEntries: (project: ProjectSummary, status: SyncStatus | undefined) => readonly (MenuEntry | null)[];
}

export function ProjectList({ list, ...statusProps }: ProjectStatusProps & { list: readonly ProjectSummary[] }) {
  const handleKeyDown = (event: KeyboardEvent) => {
    const hash = event.target instanceof HTMLElement ? event.target.closest('[data-hash]')?.getAttribute('data-hash') : null;
    const project = list.find((each) => each.hash === hash);
    if (!project || event.target !== event.currentTarget.querySelector(':focus')) return;
    if (event.key === 'F2') showRenameProject(project);
    else if (event.key === 'Delete') showRemoveProject(project);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcuts belong to the list inside
    <div onKeyDown={handleKeyDown}>
      <GridList
        className="project-list"
        aria-label={t('projects.title')}
        items={list}
        onAction={(hash) => goToProject(String(hash))}
        data-pane="projects"
      >
        {(project) => <ProjectRow id={project.hash} project={project} {...statusProps} />}
      </GridList>
    </div>
  );
}

function ProjectRow({ id, project, Status, statusEntries }: ProjectStatusProps & { id: string; project: ProjectSummary }) {
  const when = useRelativeTime(project.updatedAt);
  const status = useSyncStatus(project.hash);
  return (
    <GridListItem id={id} textValue={project.name} className="project-row" data-hash={project.hash}>
      <span className="project-spine" data-theme={projectTheme(project.hash)} />
      <span className="project-name">{project.name}</span>
      <Status hash={project.hash} />
      <span className="project-when">{t('projects.changed', { when: when ?? '' })}</span>
      <MenuButton
        label={t('common.more', { name: project.name })}
        entries={[
          { id: 'open', label: t('projects.open'), icon: FolderOpen, keys: 'Enter', run: () => goToProject(project.hash) },
          { id: 'rename', label: t('projects.rename'), icon: PenLine, keys: 'F2', run: () => showRenameProject(project) },
          { id: 'exportFile', label: t('projects.exportFile.entry'), icon: Package, run: () => void exportProjectFile(project) },
          null,
          ...statusEntries(project, status),
          null,
          {
            id: 'remove',
            label: t('projects.deleteEntry'),
            icon: Trash2,
            keys: 'Delete',
            isDanger: true,
            run: () => showRemoveProject(project),
          },
        ]}
      />
      <ChevronRight size={18} className="project-go" aria-hidden />
    </GridListItem>
  );
}

async function exportProjectFile(project: ProjectSummary): Promise<void> {
  const { showExportProjectFile } = await import('./export-project-file.tsx');
  await showExportProjectFile(project);
}

/** A colour derived from the hash, so that a project can be recognised by it. */
function projectTheme(hash: string): string {
  let sum = 0;
  for (const character of hash) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return themes[1 + (sum % (themes.length - 1))] ?? 'default';
}
