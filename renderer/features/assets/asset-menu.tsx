/** The menu of an asset or asset folder: at the button of its row, and as a context menu. */

import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { joinSections, menuSections, toMenuEntry } from '../../commands/action-menus.ts';
import type { TreeRow } from '../../commands/focused-row.ts';
import { t } from '../../messages/translate.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { MenuEntries, type MenuEntry, MenuPopover } from '../../ui/menu.tsx';

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

const rootId = (): string => openProjectStore.getState().project.projectRecord.roots.asset;

export interface MenuPosition {
  /** null in the empty area below the rows. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

export function AssetMenu({ at, close }: { at: MenuPosition; close: () => void }) {
  const { id } = at;
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="asset-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries label={t('assets.asset')} entries={() => assetMenuEntries(id ?? rootId())} onClose={close} autoFocus />
      </MenuPopover>
    </>
  );
}
