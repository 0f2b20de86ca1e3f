/** The header of the open project, always one row: its name and menu, the toolbars, the language picker, and the status. At most six icons have no label. */

import { Ellipsis, Languages } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { MenuId } from '../../commands/action.ts';
import { ToolbarButtons } from '../../commands/action-button.tsx';
import { joinSections, menuSections, toMenuEntry } from '../../commands/action-menus.ts';
import { showRemoveProjectDialog } from '../../features/projects/remove-project-dialog.tsx';
import { showRenameProjectDialog } from '../../features/projects/rename-project-dialog.tsx';
import { syncMenuEntries } from '../../features/sync/sync-menu-entries.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { setLocale, useSelection } from '../../state/selection.ts';
import { getSyncStatus } from '../../state/sync-store.ts';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusPill } from './status-pill.tsx';
import './header-fold.css';

/** The toolbars that become entries of the menu at each step of folding. */
const foldedToolbars = [
  { menu: 'project.history', at: 'dense' },
  { menu: 'project.sidebar', at: 'icons' },
  { menu: 'project.window', at: 'icons' },
] as const satisfies readonly { menu: MenuId; at: HeaderFold }[];

export function WorkspaceHeader() {
  const fold = useHeaderFold();
  const folded = foldedToolbars.filter(({ at }) => isFolded(fold, at)).map(({ menu }) => menu);
  const isShown = (menu: (typeof folded)[number]) => !folded.includes(menu);
  return (
    <header className="workspace-header" data-pane="header" data-fold={fold}>
      <ToolbarButtons menu="project.back" showsLabels />
      <ProjectName folded={folded} />
      {isShown('project.history') && (
        <div className="header-group">
          <ToolbarButtons menu="project.history" />
        </div>
      )}
      <ToolbarButtons menu="project.find" showsLabels />
      <LanguagePicker showsCode={fold === 'compact'} />
      <div className="header-space" />
      {/* Its width changes with what it says, so it grows into the space, and no button moves. */}
      <StatusPill />
      <div className="header-group">
        {isShown('project.sidebar') && <ToolbarButtons menu="project.sidebar" />}
        <ToolbarButtons menu="project.panes" />
        {isShown('project.window') && <ToolbarButtons menu="project.window" />}
      </div>
    </header>
  );
}

function ProjectName({ folded }: { folded: readonly MenuId[] }) {
  const name = useProject((project) => project.projectRecord.name);
  const hash = useStore(openProjectStore, (state) => state.hash);
  if (hash === null) return null;
  return (
    <div className="header-project">
      <h1 title={name}>{name}</h1>
      <MenuButton label={t('common.more', { name })} icon={Ellipsis} entries={() => projectMenuEntries({ hash, name }, folded)} />
    </div>
  );
}

const withoutIcon = ({ icon: _, ...entry }: MenuEntry): MenuEntry => entry;

/** The registered entries, between the entries for the project as a whole. The menu has no icons. */
function projectMenuEntries(project: { hash: string; name: string }, folded: readonly MenuId[]): readonly (MenuEntry | null)[] {
  const entriesOf = (menu: MenuId) => menuSections(menu).map((section) => section.map((placed) => withoutIcon(toMenuEntry(placed))));
  const [first = [], ...sections] = entriesOf('project.menu');
  const rename: MenuEntry = { id: 'rename', label: t('workspace.renameEntry'), run: () => showRenameProjectDialog(project) };
  const remove: MenuEntry = {
    id: 'remove',
    label: t('workspace.deleteEntry'),
    isDanger: true,
    run: () => showRemoveProjectDialog(project),
  };
  return joinSections([
    [rename, ...first],
    ...sections,
    syncMenuEntries(project, getSyncStatus(project.hash)).map(withoutIcon),
    folded.flatMap((menu) => entriesOf(menu).flat()),
    [remove],
  ]);
}

/**
 * Selects the language in which texts are shown and edited. Renders nothing if there is only one. `showsCode`: its button shows the code of the language instead
 * of its name.
 */
function LanguagePicker({ showsCode }: { showsCode: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const chosen = useSelection(({ locale }) => locale);
  if (locales.length < 2) return null;
  const value = locales.some(({ iso }) => iso === chosen) ? chosen : main;
  return (
    <div className="language-picker">
      <Select
        label={t('workspace.language')}
        isLabelHidden
        isQuiet
        {...(showsCode ? { shownValue: (value ?? main).toUpperCase() } : {})}
        options={locales.map(({ iso, name }) => ({
          id: iso,
          label: name,
          ...(iso === main ? { description: t('workspace.mainLanguage') } : {}),
          icon: Languages,
        }))}
        value={value}
        onChange={(iso) => setLocale(iso === main ? null : iso)}
      />
    </div>
  );
}

/**
 * What the header of a project leaves out, so that it stays one row in every language: first the times in the status, then the labels of its buttons,
 * at last its texts. Buttons that it folds are entries of the menu beside the name: no more than six icons are without a label.
 */
const headerFolds = ['full', 'short', 'icons', 'dense', 'compact'] as const;
type HeaderFold = (typeof headerFolds)[number];

/** Up to these widths of the window, in CSS pixels, the narrowest first. The stylesheet refers to the names (`data-fold`). */
const limits = [
  { fold: 'compact', window: globalThis.matchMedia?.('(max-width: 860px)') },
  { fold: 'dense', window: globalThis.matchMedia?.('(max-width: 1060px)') },
  { fold: 'icons', window: globalThis.matchMedia?.('(max-width: 1240px)') },
  { fold: 'short', window: globalThis.matchMedia?.('(max-width: 1440px)') },
] as const;

const currentFold = (): HeaderFold => limits.find(({ window }) => window?.matches)?.fold ?? 'full';

function subscribe(listener: () => void): () => void {
  for (const { window } of limits) window?.addEventListener('change', listener);
  return () => {
    for (const { window } of limits) window?.removeEventListener('change', listener);
  };
}

const useHeaderFold = (): HeaderFold => useSyncExternalStore(subscribe, currentFold);

/** Whether the header is folded at least as far. */
const isFolded = (fold: HeaderFold, limit: HeaderFold): boolean => headerFolds.indexOf(fold) >= headerFolds.indexOf(limit);
