/** The panel of several selected items. Changes apply to all of them in one undo step. */

import { Copy, Layers, Trash2 } from 'lucide-react';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { setTheme } from '../../records/board/change-board.ts';
import { useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';
import { Panel } from './panel/panel.tsx';
import { ThemeField } from './theme-field.tsx';

export function MultiSelectionPanel() {
  const ids = useSelection((state) => state.ids);
  const commonTheme = useProject((project) => {
    const themesInUse = new Set([...ids].map((id) => project.get(id)?.theme));
    return themesInUse.size === 1 ? (themes.find((theme) => themesInUse.has(theme)) ?? null) : null;
  });
  return (
    <Panel title={t('common.counted.item', { count: ids.size })} Icon={Layers}>
      <ThemeField value={commonTheme} change={(chosen) => void setTheme(ids, chosen)} />
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => runAction('duplicate')}>
          <Copy size={13} aria-hidden="true" /> {t('inspector.duplicate')}
        </button>
        <button type="button" className="text-button danger" onClick={() => runAction('removeItems')}>
          <Trash2 size={13} aria-hidden="true" /> {t('common.delete')}
        </button>
      </div>
    </Panel>
  );
}
