/** The title and icon of a tab. */
import type { LucideIcon } from 'lucide-react';
import { findTabView } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { boardOfTab, type TabId } from '../../state/tab-layout.ts';
import { kindIcons } from '../../ui/icons.ts';

export function useTabTitle(tab: TabId): { readonly title: string; readonly icon: LucideIcon } {
  const boardId = boardOfTab(tab);
  const name = useProject((project) => project.find('board', boardId ?? '')?.name ?? '');
  const view = findTabView(tab);
  return view ? { title: t({ key: view.label }), icon: view.icon } : { title: name, icon: kindIcons.board };
}
