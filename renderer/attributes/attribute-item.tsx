/** One attribute: its name, its value in the editor of its type, what scripts call it, and what else can be done with it. */
import { ArrowDown, ArrowUp, Code, Columns2, RectangleHorizontal, Replace, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { perform } from '../board/act.ts';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useDraft } from '../fields/use-draft.ts';
import { versionsEntry } from '../history/versions-entry.ts';
import { useProject, useRecord } from '../state/open-project.ts';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { commonWords } from '../words/en/common.ts';
import { needsScriptId, typeOf, typeWords } from './attribute-types.ts';
import { showChangeType } from './change-type.tsx';
import { showGiveScriptId } from './give-script-id.tsx';
import { removeAttribute } from './remove-attribute.tsx';
import { scriptName } from './script-names.ts';
import { ValueEditor } from './value-editor.tsx';

type Attribute = StoryRecord<'attribute'>;

interface AttributeItemProps {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  /** Told before the order changes. */
  readonly moves: () => void;
}

export function AttributeItem({ id, at, count, moves }: AttributeItemProps) {
  const attribute = useRecord('attribute', id);
  const inScripts = useProject((project) => scriptName(project, id));
  if (!attribute) return null;
  const { size, customId, cType, value } = attribute;
  const type = typeOf(value);
  const label = attribute.name || typeWords[type].label;
  const move = (to: number) => {
    if (to < 0 || to >= count) return;
    moves();
    void perform({ do: 'move', kind: 'attribute', id, at: to });
  };
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    move(at + step);
  };
  const lacksId = customId === null && needsScriptId(cType, type);
  const entries: readonly (MenuEntry | null)[] = [
    { id: 'up', label: attributesWords.moveUp, icon: ArrowUp, keys: 'Alt+↑', isDisabled: at === 0, run: () => move(at - 1) },
    { id: 'down', label: attributesWords.moveDown, icon: ArrowDown, keys: 'Alt+↓', isDisabled: at === count - 1, run: () => move(at + 1) },
    size === 'full'
      ? { id: 'size', label: attributesWords.halfTheWidth, icon: Columns2, run: () => change('attribute', id, { size: 'half' }) }
      : {
          id: 'size',
          label: attributesWords.theWholeWidth,
          icon: RectangleHorizontal,
          run: () => change('attribute', id, { size: 'full' }),
        },
    null,
    { id: 'type', label: attributesWords.changeTheType, icon: Replace, run: () => showChangeType(id) },
    ...(lacksId ? [{ id: 'script', label: attributesWords.giveItAScript, icon: Code, run: () => showGiveScriptId(id) }] : []),
    versionsEntry(id),
    null,
    { id: 'remove', label: 'Delete', icon: Trash2, isDanger: true, run: () => void removeAttribute(id) },
  ];
  return (
    <li className="attribute" data-size={size} onKeyDown={pressed}>
      <div className="attribute-head">
        <Shows field="attribute.name">
          <NameField attribute={attribute} placeholder={typeWords[type].label} />
        </Shows>
        <Shows field={lacksId ? ['attribute.size', 'attribute.customId'] : 'attribute.size'}>
          {size === 'half' && <span className="half-tag">½</span>}
          <MenuButton label={commonWords.more(label)} entries={entries} className="attribute-more" />
        </Shows>
      </div>
      <Shows field="attribute.value">
        <ValueEditor attribute={attribute} label={label} />
      </Shows>
      {inScripts !== null && (
        <p className="attribute-script" data-field="attribute.customId" title={attributesWords.whatScriptsCallIt}>
          <code>{inScripts}</code>
        </p>
      )}
    </li>
  );
}

function NameField({ attribute: { id, name }, placeholder }: { attribute: Attribute; placeholder: string }) {
  const draft = useDraft({
    name: `${id} name`,
    value: name ?? '',
    save: (text) => saveChange('attribute', id, { name: text === '' ? null : text }),
  });
  return (
    <input
      className="attribute-name"
      value={draft.value}
      placeholder={placeholder}
      aria-label={draft.value === '' ? attributesWords.nameOfTheAttribute : attributesWords.nameOfAttribute(draft.value)}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.flush}
      onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
    />
  );
}
