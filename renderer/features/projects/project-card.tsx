/** A project in the project list. */

import { FolderOpen, Package, PenLine, Trash2 } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { GridListItem } from 'react-aria-components';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { runShortcut } from '../../commands/use-shortcuts.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { useProjectOverview } from '../../state/project-overviews.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';

// The list is drawn first, without pictures.
const ProjectPicture = lazyComponent(async () => (await import('./project-picture.tsx')).ProjectPicture);

export interface ProjectStatusProps {
  /** Renders the sync status of a project and the state of its targets. */
  readonly Status: ComponentType<{ readonly hash: string }>;
  /** The sync entries in the menu of a project. */
  readonly statusEntries: (project: ProjectSummary, status: SyncStatus | undefined) => readonly (MenuEntry | null)[];
}

export function ProjectCard({ id, project, Status, statusEntries }: ProjectStatusProps & { id: string; project: ProjectSummary }) {
  const when = useRelativeTime(project.updatedAt);
  const overview = useProjectOverview(project);
  return (
    <GridListItem
      id={id}
      textValue={project.name}
      className="project-card"
      data-hash={project.hash}
      data-theme={projectTheme(project.hash)}
    >
      <span className="project-picture" aria-hidden>
        {overview && (
          <Suspense>
            <ProjectPicture hash={project.hash} overview={overview} />
          </Suspense>
        )}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button inside */}
      <span className="project-heading" onKeyDown={(event) => runShortcut(event.nativeEvent)}>
        <span className="project-name">{project.name}</span>
        <ProjectMenu project={project} statusEntries={statusEntries} />
      </span>
      <span className="project-facts">
        {overview && <span>{t('projects.counts', { boards: overview.boards, elements: overview.elements })}</span>}
        <span>{t('projects.changed', { when: when ?? '' })}</span>
      </span>
      <Status hash={project.hash} />
    </GridListItem>
  );
}

function ProjectMenu({ project, statusEntries }: Pick<ProjectStatusProps, 'statusEntries'> & { project: ProjectSummary }) {
  const status = useSyncStatus(project.hash);
  return (
    <MenuButton
      label={t('common.more', { name: project.name })}
      entries={() => [
        { id: 'open', label: t('projects.open'), icon: FolderOpen, keys: 'Enter', run: () => goToProject(project.hash) },
        { id: 'rename', label: t('projects.rename'), icon: PenLine, keys: 'F2', run: () => void renameProject(project) },
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
          run: () => void removeProject(project),
        },
      ]}
    />
  );
}

const renameDialog = lazyCode(() => import('./rename-project-dialog.tsx'));
const removeDialog = lazyCode(() => import('./remove-project-dialog.tsx'));
const projectFile = lazyCode(() => import('./export-project-file.tsx'));

export const renameProject = (project: ProjectSummary) =>
  renameDialog.run(({ showRenameProjectDialog }) => showRenameProjectDialog(project));
export const removeProject = (project: ProjectSummary) =>
  removeDialog.run(({ showRemoveProjectDialog }) => showRemoveProjectDialog(project));
const exportProjectFile = (project: ProjectSummary) => projectFile.run((file) => file.exportProjectFile(project));

/** A colour derived from the hash, so that a project can be recognised by it. */
function projectTheme(hash: string): string {
  let sum = 0;
  for (const character of hash) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return themes[1 + (sum % (themes.length - 1))] ?? 'default';
}
