/** The tree of components. A component that is selected alone is shown in the inspector; its rows can be dropped on elements. */

import { Folder, FolderOpen, FolderPlus, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { localeNameOf } from '../../../../shared/model/kinds/project.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { menuEntries } from '../../../commands/action-menus.ts';
import { runRowShortcut } from '../../../commands/use-shortcuts.ts';
import { t } from '../../../messages/translate.ts';
import type { RecordTreeAdapter } from '../../../navigation/record-trees/record-tree-view.tsx';
import { FilterableTree } from '../../../navigation/record-trees/tree-filter.tsx';
import { componentTreeStore, selectComponents } from '../../../navigation/record-trees/tree-stores.ts';
import { componentMimeType } from '../../../records/components/component-attachments.ts';
import { ComponentAvatar } from '../../../records/components/component-avatar.tsx';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { type ComponentTreeNode, componentTreeNodes } from '../../../records/trees/tree-nodes.ts';
import { requestFocus } from '../../../state/focus-request.ts';
import { useProject } from '../../../state/open-project.ts';
import { openPane } from '../../../state/pane-layout.ts';
import { Button } from '../../../ui/button.tsx';
import { showNewComponentDialog } from './component-name-dialogs.tsx';
// Loaded together, so that a dialog is ready before the next key.
import './component-row-handlers.ts';
import './component-tree.css';

const displayName = ({ name }: ComponentTreeNode): string => name || t('components.unnamed');

const adapter: RecordTreeAdapter<ComponentTreeNode> = {
  store: componentTreeStore,
  label: () => t('components.title'),
  className: 'component-tree',
  rowHeight: 30,
  mimeType: componentMimeType,
  selectionMode: 'multiple',
  select: selectComponents,
  open: (id) => {
    selectComponents([id]);
    openPane('inspector');
    requestFocus(id, 'title');
  },
  rowName: displayName,
  rowTextValue: (node) => (node.record.type === 'folder' ? t('components.folder', { name: displayName(node) }) : displayName(node)),
  RowContent: ComponentRowContent,
  menuEntries: (id) => menuEntries('row.component', { kind: 'component', id }),
  moveLabel: (name) => t('components.move.label', { name }),
  EmptyState: EmptyComponentTree,
};

export function ComponentTree() {
  const { iso } = useLanguage();
  const selectNodes = useMemo(() => (project: Project) => componentTreeNodes(project, iso), [iso]);
  const nodes = useProject(selectNodes);
  const count = useProject((project) => project.countOfKind('component'));
  const selected = componentTreeStore.use((state) => state.selected);
  return (
    <FilterableTree
      adapter={adapter}
      nodes={nodes}
      count={count}
      filterLabel={t('components.filter')}
      noMatch={t('components.noMatch')}
      selected={selected}
      onKeyDownCapture={runRowShortcut}
    />
  );
}

/** Marks a name that is shown in another language because the current one has none. */
function ComponentRowContent({ node, isExpanded }: { node: ComponentTreeNode; isExpanded: boolean }) {
  const { record, fallbackLanguage } = node;
  const language = useProject(({ projectRecord }) =>
    fallbackLanguage === null ? null : localeNameOf(projectRecord.locales, fallbackLanguage),
  );
  const name = displayName(node);
  const isOwnName = fallbackLanguage === null && node.name !== '';
  return (
    <>
      {record.type === 'folder' ? <FolderIcon isExpanded={isExpanded} /> : <ComponentAvatar cover={record.cover} name={name} />}
      <span className={isOwnName ? 'tree-name user-text' : 'tree-name fallback-name'} title={name}>
        {name}
      </span>
      <ProblemBadge id={record.id} where="row" />
      {language !== null && (
        <small className="fallback-language" title={t('components.missingTranslation')}>
          {language}
        </small>
      )}
    </>
  );
}

const FolderIcon = ({ isExpanded }: { isExpanded: boolean }) =>
  isExpanded ? <FolderOpen size={16} aria-hidden /> : <Folder size={16} aria-hidden />;

function EmptyComponentTree() {
  return (
    <div className="no-component">
      <h3>{t('components.emptyTitle')}</h3>
      <p>{t('components.emptyHint')}</p>
      <Button icon={UserPlus} onPress={() => showNewComponentDialog('component')}>
        {t('components.newComponent')}
      </Button>
      <Button icon={FolderPlus} onPress={() => showNewComponentDialog('folder')}>
        {t('components.newFolder')}
      </Button>
    </div>
  );
}
