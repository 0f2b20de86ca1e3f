/** Edits the merged text of a conflict, starting from the base, local or remote text, in the editor of its field. */

import { useId } from 'react';
import { RichTextControl } from '../../editors/text/rich-text-control.tsx';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import '../../ui/field.css';
import '../../ui/menu.css';
import '../../editors/text/editor.css';

interface MergedTextEditorProps {
  readonly editor: 'rich' | 'plain';
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly startingPoints: Readonly<Record<'base' | 'local' | 'remote', string>>;
}

export function MergedTextEditor({ editor, value, onChange, startingPoints }: MergedTextEditorProps) {
  const id = useId();
  return (
    <section className="conflict-value edited texts" aria-labelledby={id}>
      <h4 id={id}>{t('conflicts.merged')}</h4>
      {editor === 'plain' ? (
        <TextField label={t('conflicts.merged')} isLabelHidden value={value} onChange={onChange} lines={6} />
      ) : (
        <RichTextControl
          name={id}
          html={value}
          change={(html) => onChange(html ?? '')}
          blur={() => undefined}
          labelledBy={id}
          describedBy={id}
          placeholder={t('conflicts.emptyValue')}
          lang={undefined}
          line={false}
          allowsScripts
          hasError={false}
          focusRequested={false}
        />
      )}
      <div className="start-from">
        <span id={`${id}-from`}>{t('conflicts.startingPoint')}</span>
        {(['base', 'local', 'remote'] as const).map((side) => (
          <Button key={side} variant="quiet" aria-describedby={`${id}-from`} onPress={() => onChange(startingPoints[side])}>
            {t(`conflicts.versions.${side}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
