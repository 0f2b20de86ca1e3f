/** Several things at once: what they have in common can be changed for all, in one step. */
import { Copy, Layers, Trash2 } from 'lucide-react';
import { themes } from '../../shared/kinds/fields.ts';
import { duplicateSelected, removeSelected, setTheme } from '../board/act.ts';
import { Panel } from '../fields/panel.tsx';
import { useProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import { commonWords } from '../words/en/common.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { ThemeField } from './theme-field.tsx';

export function ManyPanel() {
  const ids = useSelection((state) => state.ids);
  const common = useProject((project) => {
    const held = new Set([...ids].map((id) => project.at(id)?.theme));
    return held.size === 1 ? (themes.find((theme) => held.has(theme)) ?? null) : null;
  });
  return (
    <Panel title={inspectorWords.items(ids.size)} Icon={Layers}>
      <ThemeField value={common} change={(chosen) => void setTheme(ids, chosen)} />
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => void duplicateSelected()}>
          <Copy size={13} aria-hidden="true" /> {inspectorWords.duplicate}
        </button>
        <button type="button" className="text-button danger" onClick={() => void removeSelected()}>
          <Trash2 size={13} aria-hidden="true" /> {commonWords.remove}
        </button>
      </div>
    </Panel>
  );
}
