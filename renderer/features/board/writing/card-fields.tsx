/** The fields of the editor on a card: the same editors and drafts as in the inspector, for the language that is shown. */
import type { LocalizedText } from '../../../../shared/model/kinds/field-schemas.ts';
import { resolveLocalizedText } from '../../../../shared/model/resolve-localized-text.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import type { SaveResult } from '../../../editors/fields/draft.ts';
import { useFocusRequested } from '../../../editors/fields/use-focus-request.ts';
import { ScriptField } from '../../../editors/script/script-field.tsx';
import { RichTextField, type RichTextFieldProps } from '../../../editors/text/rich-text-field.tsx';
import { t } from '../../../messages/translate.ts';
import { saveConditionScript } from '../../../records/board/change-board.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { useRecord, useRecordList } from '../../../state/open-project.ts';
import { saveFields } from '../../../state/save-fields.ts';

export function CardFields({ id }: { id: string }) {
  const element = useRecord('element', id);
  const note = useRecord('note', id);
  const connection = useRecord('connection', id);
  if (element)
    return (
      <>
        <div className="card-title" data-text="title">
          <LocalizedCardField
            id={id}
            field="title"
            label={t('inspector.panel.element.title')}
            text={element.title}
            save={(title) => saveFields('element', id, { title })}
            placeholder={t('inspector.panel.element.untitled')}
            line
            allowsScripts={false}
            focus="card.title"
          />
        </div>
        <div className="card-content" data-text="content">
          <LocalizedCardField
            id={id}
            field="content"
            label={t('inspector.panel.element.content')}
            text={element.content}
            save={(content) => saveFields('element', id, { content })}
            placeholder={t('inspector.panel.element.contentPlaceholder')}
            focus="card.content"
          />
        </div>
      </>
    );
  if (note)
    return (
      <RichTextField
        isLabelHidden
        id={id}
        label={t(note.isFrame ? 'inspector.panel.frame.title' : 'inspector.panel.note.content')}
        name={`${id} content`}
        value={note.content}
        save={(content) => saveFields('note', id, { content })}
        placeholder={t(note.isFrame ? 'inspector.panel.frame.titlePlaceholder' : 'inspector.panel.note.contentPlaceholder')}
        allowsScripts={!note.isFrame}
        focus="card.content"
      />
    );
  if (connection)
    return (
      <LocalizedCardField
        id={id}
        field="label"
        label={t('inspector.connectionLabel')}
        text={connection.label}
        save={(label) => saveFields('connection', id, { label })}
        placeholder={t('inspector.choiceLabelHint')}
        line
        focus="card.content"
      />
    );
  return <ConditionCardField id={id} />;
}

interface LocalizedCardFieldProps extends Pick<RichTextFieldProps, 'id' | 'label' | 'placeholder' | 'line' | 'allowsScripts' | 'focus'> {
  readonly field: string;
  readonly text: LocalizedText;
  readonly save: (text: LocalizedText) => Promise<SaveResult>;
}

/** While the text is not translated yet, the text that is shown instead of it is the placeholder. */
function LocalizedCardField({ field, text, save, placeholder, ...props }: LocalizedCardFieldProps) {
  const { iso, locales } = useLanguage();
  const fallback = richTextToPlainText(resolveLocalizedText(text, iso, locales).html).replaceAll('\n', ' ');
  return (
    <RichTextField
      {...props}
      isLabelHidden
      name={`${props.id} ${field} ${iso}`}
      value={text[iso]?.text ?? null}
      save={(html) => save({ [iso]: { text: html } })}
      placeholder={fallback || placeholder}
      lang={iso}
    />
  );
}

function ConditionCardField({ id }: { id: string }) {
  const condition = useRecord('condition', id);
  const siblings = useRecordList(condition?.branchId ?? null, 'conditions');
  const focusRequested = useFocusRequested(id, 'card.content');
  if (!condition) return null;
  return (
    <ScriptField
      label={t('inspector.condition', { at: siblings.indexOf(id) + 1 })}
      name={`${id} script`}
      value={condition.script}
      focusRequested={focusRequested}
      save={(script) => saveConditionScript(condition.branchId, id, script)}
    />
  );
}
