/** The text that both sides become: begun from one of the three, written on with the editor that the field has. */
import { useId } from 'react';
import { RichEditor } from '../inspector/rich-editor.tsx';
import '../inspector/inspector.css';
import '../inspector/editor.css';
import { simplified } from '../../shared/rich-text/simplified.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { questionWords } from '../words/en/mirror.ts';

export interface EditedTextProps {
  readonly editor: 'api' | 'note' | 'plain';
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly from: Readonly<Record<'base' | 'mine' | 'theirs', string>>;
}

export function EditedText({ editor, value, onChange, from }: EditedTextProps) {
  const id = useId();
  return (
    <section className="question-value edited texts" aria-labelledby={id}>
      <h4 id={id}>{questionWords.both}</h4>
      {editor === 'plain' ? (
        <TextField label={questionWords.both} isLabelHidden value={value} onChange={onChange} lines={6} />
      ) : (
        <RichEditor
          html={simplified(value, editor)}
          change={(html) => onChange(html ?? '')}
          blur={() => undefined}
          labelledBy={id}
          describedBy={id}
          placeholder={questionWords.nothing}
          dialect={editor}
        />
      )}
      <div className="start-from">
        <span id={`${id}-from`}>{questionWords.startFrom}</span>
        {(['base', 'mine', 'theirs'] as const).map((side) => (
          <Button key={side} look="quiet" aria-describedby={`${id}-from`} onPress={() => onChange(from[side])}>
            {questionWords[side]}
          </Button>
        ))}
      </div>
    </section>
  );
}
