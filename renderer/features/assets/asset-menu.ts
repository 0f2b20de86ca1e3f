/** The menu of an asset or asset folder. */

import { Lock } from 'lucide-react';
import { joinSections, menuSections, toMenuEntry } from '../../commands/action-menus.ts';
import type { TreeRow } from '../../commands/focused-row.ts';
import { t } from '../../messages/translate.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import type { MenuEntry } from '../../ui/menu.tsx';

const templateNotice = (): MenuEntry => ({
  id: 'fixed',
  label: t('assets.templateReadOnlyHint'),
  icon: Lock,
  isDisabled: true,
  run: () => undefined,
});

/** Template assets and the root of the tree cannot be changed, so only the first section of the menu applies to them. */
export function assetMenuEntries(id: string): readonly (MenuEntry | null)[] {
  const asset = openProjectStore.getState().project.find('asset', id);
  if (!asset) return [];
  const row: TreeRow = { kind: 'asset', id };
  const sections = menuSections('row.asset', row).map((section) => section.map((placed) => toMenuEntry(placed, row)));
  if (isTemplateAsset(asset)) return joinSections([...sections.slice(0, 1), [templateNotice()]]);
  return joinSections(asset.parentId === null ? sections.slice(0, 1) : sections);
}
