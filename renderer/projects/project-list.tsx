/** The projects as rows: Enter opens, F2 renames, Delete asks for the name and removes. */
import { ChevronRight, FolderOpen, PenLine, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import type { ProjectSummary } from '../../shared/ipc/answers.ts';
import { themes } from '../../shared/kinds/fields.ts';
import { mirrorEntries, ProjectMirror } from '../mirror/project-mirror.tsx';
import { useAgo } from '../state/ago.ts';
import { useMirror } from '../state/mirrors.ts';
import { goTo } from '../state/place.ts';
import { MenuButton } from '../ui/menu.tsx';
import { commonWords } from '../words/en/common.ts';
import { projectsWords } from '../words/en/projects.ts';
import { showRemoveProject } from './remove-project.tsx';
import { showRenameProject } from './rename-project.tsx';

export function ProjectList({ list }: { list: readonly ProjectSummary[] }) {
  const press = (event: KeyboardEvent) => {
    const hash = event.target instanceof HTMLElement ? event.target.closest('[data-hash]')?.getAttribute('data-hash') : null;
    const project = list.find((each) => each.hash === hash);
    if (!project || event.target !== event.currentTarget.querySelector(':focus')) return;
    if (event.key === 'F2') showRenameProject(project);
    else if (event.key === 'Delete') showRemoveProject(project);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the list inside
    <div onKeyDown={press}>
      <GridList
        className="project-list"
        aria-label={projectsWords.projects}
        items={list}
        onAction={(hash) => goTo(String(hash))}
        data-pane="projects"
      >
        {(project) => <ProjectRow id={project.hash} project={project} />}
      </GridList>
    </div>
  );
}

function ProjectRow({ id, project }: { id: string; project: ProjectSummary }) {
  const when = useAgo(project.updatedAt);
  const status = useMirror(project.hash);
  return (
    <GridListItem id={id} textValue={project.name} className="project-row" data-hash={project.hash}>
      <span className="project-spine" data-theme={spineOf(project.hash)} />
      <span className="project-name">{project.name}</span>
      <ProjectMirror hash={project.hash} />
      <span className="project-when">{projectsWords.changed(when ?? '')}</span>
      <MenuButton
        label={commonWords.more(project.name)}
        entries={[
          { id: 'open', label: projectsWords.open, icon: FolderOpen, keys: 'Enter', run: () => goTo(project.hash) },
          { id: 'rename', label: projectsWords.rename, icon: PenLine, keys: 'F2', run: () => showRenameProject(project) },
          null,
          ...mirrorEntries(project, status),
          null,
          {
            id: 'remove',
            label: projectsWords.deleteIt,
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

/** Each project keeps a colour of its own, so that the eye finds it again. */
function spineOf(hash: string): string {
  let sum = 0;
  for (const sign of hash) sum = (sum * 31 + sign.charCodeAt(0)) >>> 0;
  return themes[1 + (sum % (themes.length - 1))] ?? 'default';
}
