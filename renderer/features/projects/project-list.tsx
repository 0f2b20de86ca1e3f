/** The project list: it is searched and sorted, Enter opens a project, F2 renames it, Delete deletes it after confirmation. */
import { ArrowDownUp, Check, FolderOpen, Package, PenLine, Trash2 } from 'lucide-react';
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { runShortcut } from '../../commands/use-shortcuts.ts';
import { languageStore, t } from '../../messages/translate.ts';
import { goToProject, takeLeftProject } from '../../navigation/router.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { useProjectOverview } from '../../state/project-list-store.ts';
import { asOneOf, createStoredState } from '../../state/stored-state.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { MatchCount } from '../../ui/match-count.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useResettingState } from '../../ui/use-resetting-state.ts';

export function ProjectList({ list, ...statusProps }: ProjectStatusProps & { list: readonly ProjectSummary[] }) {
  const [query, setQuery] = useState('');
  const order = useProjectOrder();
  const locale = useStore(languageStore, ({ translator }) => translator.locale);
  // Typing never waits for the cards.
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => listProjects(list, { query: deferredQuery, order, locale }), [list, deferredQuery, order, locale]);
  const { count, end, growToEnd, showAll } = useGrowingCount(found.length, `${order} ${deferredQuery}`);
  const shown = found.slice(0, count);
  const grid = useRef<HTMLDivElement>(null);
  // Screen readers are given the number of all projects, also of those not rendered yet. The component passes no such attribute on.
  useEffect(() => grid.current?.setAttribute('aria-rowcount', String(found.length)), [found.length]);
  useEffect(() => {
    // The list component renders its cards after this effect, before the next frame.
    const frame = requestAnimationFrame(() => focusCard(grid.current, takeLeftProject()));
    return () => cancelAnimationFrame(frame);
  }, []);
  const openFirst = (event: KeyboardEvent) => {
    const [first] = listProjects(list, { query, order, locale });
    if (event.key !== 'Enter' || query.trim() === '' || !first) return;
    event.preventDefault();
    goToProject(first.hash);
  };
  // The list component only reaches what is rendered.
  const renderForKeys = (event: KeyboardEvent) => {
    growToEnd();
    if (event.key !== 'End' || count === found.length || !isOnCard(event)) return;
    event.preventDefault();
    event.stopPropagation();
    flushSync(showAll);
    [...(grid.current?.querySelectorAll<HTMLElement>('[data-hash]') ?? [])].at(-1)?.focus();
  };
  return (
    <>
      <div className="project-list-bar">
        <TextField
          type="search"
          label={t('projects.search')}
          isLabelHidden
          placeholder={t('projects.search')}
          value={query}
          onChange={setQuery}
          onKeyDown={openFirst}
        />
        <OrderMenu order={order} />
        <MatchCount count={deferredQuery.trim() === '' ? null : found.length} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the shortcuts belong to the list inside */}
      <div onKeyDownCapture={renderForKeys} onKeyDown={(event) => handleShortcuts(event, list)}>
        <GridList
          ref={grid}
          className="project-list"
          aria-label={t('projects.title')}
          layout="grid"
          items={shown}
          onAction={(hash) => goToProject(String(hash))}
          renderEmptyState={() => <p className="projects-hint">{t('projects.noMatch', { query: deferredQuery })}</p>}
        >
          {(project) => <ProjectCard id={project.hash} project={project} {...statusProps} />}
        </GridList>
        <div ref={end} className="project-list-end" />
      </div>
    </>
  );
}

function OrderMenu({ order }: { order: ProjectOrder }) {
  const labels: Record<ProjectOrder, string> = {
    edited: t('projects.order.edited'),
    created: t('projects.order.created'),
    name: t('projects.order.name'),
  };
  return (
    <MenuButton
      label={t('projects.sort', { order: labels[order] })}
      icon={ArrowDownUp}
      entries={projectOrders.map((id) => ({
        id,
        label: labels[id],
        ...(id === order ? { icon: Check } : {}),
        run: () => setProjectOrder(id),
      }))}
    />
  );
}

/** Whether a card has the focus, not a button inside it. */
const isOnCard = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.matches('[data-hash]:focus');

/** Unless something else has the focus, such as a dialog. The card of a project that was deleted, or is far down in the list, is not rendered. */
function focusCard(grid: HTMLElement | null, hash: string | null): void {
  if (hash === null || document.activeElement !== document.body) return;
  grid?.querySelector<HTMLElement>(`[data-hash="${CSS.escape(hash)}"]`)?.focus();
}

function handleShortcuts(event: KeyboardEvent, list: readonly ProjectSummary[]): void {
  const hash = event.target instanceof HTMLElement ? event.target.closest('[data-hash]')?.getAttribute('data-hash') : null;
  const project = list.find((each) => each.hash === hash);
  if (!project || !isOnCard(event)) return;
  if (event.key === 'F2') void renameProject(project);
  else if (event.key === 'Delete') void removeProject(project);
  else return;
  event.preventDefault();
}

/** Which projects the list shows, and in which order. */
const projectOrders = ['edited', 'created', 'name'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

const orderStore = createStoredState<{ readonly order: ProjectOrder }>({
  topic: 'projectList',
  parse: ({ order }) => ({ order: asOneOf(order, projectOrders, 'edited') }),
  upgrade: () => ({}),
});
const useProjectOrder = (): ProjectOrder => useStore(orderStore, ({ order }) => order);
const setProjectOrder = (order: ProjectOrder): void => orderStore.setState({ order });

/** The projects whose names match, in order: newest first, or by name in the language of the window. */
export function listProjects(
  list: readonly ProjectSummary[],
  { query, order, locale }: { readonly query: string; readonly order: ProjectOrder; readonly locale: string },
): ProjectSummary[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const comparisons: Record<ProjectOrder, (one: ProjectSummary, two: ProjectSummary) => number> = {
    edited: (one, two) => compareCodeUnits(two.updatedAt, one.updatedAt),
    created: (one, two) => compareCodeUnits(two.createdAt, one.createdAt),
    name: (one, two) => compare(one.name, two.name),
  };
  return list.filter(({ name }) => matchesName(name, query)).sort(comparisons[order]);
}

const countPerStep = 12;

interface GrowingCount {
  readonly count: number;
  /** Belongs to an element after the last item. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** Grows to the end of the list, step by step. */
  readonly growToEnd: () => void;
  /** Renders the rest of the list in one step. */
  readonly showAll: () => void;
}

/**
 * The number of items of a long list to render, so that no frame has to render all of them. It grows when its end comes near the visible
 * area, and to the end of the list once a key is pressed in it: keys reach every item. The list starts anew with another `resetKey`.
 */
function useGrowingCount(total: number, resetKey: unknown): GrowingCount {
  const [count, setCount] = useResettingState(countPerStep, resetKey);
  const [growsToEnd, setGrowsToEnd] = useResettingState(false, resetKey);
  const end = useRef<HTMLDivElement>(null);
  const isComplete = count >= total;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports whether the end is still visible after each step
  useEffect(() => {
    const grow = () => startTransition(() => setCount(count + countPerStep));
    if (isComplete || !end.current) return;
    if (growsToEnd) return grow();
    const observer = new IntersectionObserver((entries) => {
      // Several may be reported together, the latest one last.
      if (entries.at(-1)?.isIntersecting) grow();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, isComplete, growsToEnd, resetKey]);
  return {
    count: Math.min(count, total),
    end,
    growToEnd: () => setGrowsToEnd(true),
    showAll: () => setCount(total),
  };
}

// The list is drawn first, without pictures.
const ProjectPicture = lazyComponent(async () => (await import('./project-picture.tsx')).ProjectPicture);

interface ProjectStatusProps {
  /** Renders the sync status of a project and the state of its targets. */
  readonly Status: ComponentType<{ readonly hash: string }>;
  /** The sync entries in the menu of a project. */
  readonly statusEntries: (project: ProjectSummary, status: SyncStatus | undefined) => readonly (MenuEntry | null)[];
}

/** A project in the project list. */
function ProjectCard({ id, project, Status, statusEntries }: ProjectStatusProps & { id: string; project: ProjectSummary }) {
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
        <span className="project-name user-text">{project.name}</span>
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

const renameProject = (project: ProjectSummary) => renameDialog.run(({ showRenameProjectDialog }) => showRenameProjectDialog(project));
const removeProject = (project: ProjectSummary) => removeDialog.run(({ showRemoveProjectDialog }) => showRemoveProjectDialog(project));
const exportProjectFile = (project: ProjectSummary) => projectFile.run((file) => file.exportProjectFile(project));

/** A colour derived from the hash, so that a project can be recognised by it. */
function projectTheme(hash: string): string {
  let sum = 0;
  for (const character of hash) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return themes[1 + (sum % (themes.length - 1))] ?? 'default';
}
