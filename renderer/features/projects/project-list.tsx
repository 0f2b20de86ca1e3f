/** The project list: it is searched and sorted, Enter opens a project, F2 renames it, Delete deletes it after confirmation. */

import { ArrowDownUp, Check } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { GridList } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import { languageStore, t } from '../../messages/translate.ts';
import { goToProject, takeLeftProject } from '../../navigation/router.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useGrowingCount } from '../../ui/use-growing-count.ts';
import { listProjects, type ProjectOrder, projectOrders, setProjectOrder, useProjectOrder } from './listed-projects.ts';
import { ProjectCard, type ProjectStatusProps, removeProject, renameProject } from './project-card.tsx';

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
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || query.trim() === '' || !first) return;
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
          data-pane="projects"
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
