/**
 * The editor of a text in place: over its card, label or condition, at the zoom of the board but never too small to read. It is drawn above the canvas
 * instead of inside a node, so that typing renders nothing else, and the caret stays while cards come and go.
 */

import type { Editor } from '@tiptap/react';
import { useStore as useFlow } from '@xyflow/react';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { LocalizedText } from '../../../../shared/model/kinds/field-schemas.ts';
import { resolveLocalizedText } from '../../../../shared/model/localized-text.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { getAction, runAction, shortcutFor, shortcutsOf } from '../../../commands/action-registry.ts';
import { matchesShortcut } from '../../../commands/shortcut-matching.ts';
import { saveLocalizedText, saveNoteText } from '../../../editors/cards/save-card-text.ts';
import { type EditorKeyHandler, EditorKeysContext } from '../../../editors/document/use-text-editor.tsx';
import type { SaveResult } from '../../../editors/fields/draft.ts';
import { useFocusRequested } from '../../../editors/fields/use-focus-request.ts';
import { ScriptField } from '../../../editors/script/script-field.tsx';
import { RichTextField, type RichTextFieldProps } from '../../../editors/text/rich-text-field.tsx';
import { t } from '../../../messages/translate.ts';
import { isComposing } from '../../../platform/composition.ts';
import { saveConditionScript } from '../../../records/board/change-board.ts';
import { findFrame } from '../../../records/board/items.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { boardViewStore, focusBoard } from '../../../state/board-view.ts';
import { openProjectStore, useRecord, useRecordList } from '../../../state/open-project.ts';
import { recordKey } from '../../../state/renamed-records.ts';
import { saveFields } from '../../../state/save-fields.ts';
import { selectItems } from '../../../state/selection.ts';
import { formatShortcut, isMac } from '../../../ui/shortcut-keys.tsx';
import type { BoardScene } from '../canvas/board-scene.ts';
import { announce } from '../frame/announcer.tsx';
import {
  adjacentTarget,
  cardEditing,
  type EditingTarget,
  editedItemId,
  startCardEditing,
  startEditingOnCanvas,
  stopCardEditing,
} from './card-editing.ts';
import { editingBox, placeEditor } from './editor-placement.ts';
import './card-editor.css';

/** The narrowest editor of each kind, in pixels: the formatting toolbar fits above a text. */
const minWidths = { element: 300, note: 300, connection: 220, condition: 280 } as const;
type EditedKind = keyof typeof minWidths;

export function CardEditor({ scene }: { scene: BoardScene }) {
  const target = useStore(cardEditing, (state) => state.target);
  const kind = (['element', 'note', 'connection', 'condition'] as const).find((each) => scene.index.project.find(each, target?.id ?? ''));
  const box = target && kind ? editingBox(scene, target) : undefined;
  const isGone = target !== null && !box;
  useEffect(() => {
    if (!isGone) return;
    stopCardEditing();
    focusBoard();
  }, [isGone]);
  return target && kind && box && <OpenEditor key={recordKey(target.id)} id={target.id} kind={kind} box={box} />;
}

function OpenEditor({ id, kind, box }: { id: string; kind: EditedKind; box: Box }) {
  const [x, y, zoom] = useFlow(({ transform }) => transform);
  const width = useFlow((state) => state.width);
  const height = useFlow((state) => state.height);
  const theme = useTheme(id);
  const hint = useId();
  const keys = useCardKeys(id);
  const place = placeEditor(box, { x, y, zoom, width, height }, minWidths[kind], kind === 'connection' ? 'center' : 'corner');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a border of its own
    <div
      className="card-editor texts"
      role="group"
      tabIndex={-1}
      aria-label={t('board.writing.label', { record: describeRecord(openProjectStore.getState().project, id) })}
      aria-describedby={hint}
      data-kind={findFrame(openProjectStore.getState().project, id) ? 'frame' : kind}
      data-theme={theme}
      style={{
        [place.anchor]: 0,
        transform: `translate(${place.left}px, ${place.anchor === 'top' ? place.offset : -place.offset}px) scale(${place.scale})`,
        transformOrigin: `left ${place.anchor}`,
        width: place.width,
        minHeight: place.minHeight,
        maxHeight: place.maxHeight,
      }}
      onBlur={stopWhenLeft}
      onKeyDown={keys.handleKey}
    >
      <div className="card-editor-texts">
        <EditorKeysContext value={keys.handleEditorKey}>
          <CardFields id={id} />
        </EditorKeysContext>
      </div>
      <p id={hint} className="visually-hidden">
        {t('board.writing.hint', { keys: formatShortcut(shortcutFor('addNextElement') ?? 'Mod+Enter') })}
      </p>
    </div>
  );
}

/** A condition has the colors of its branch. */
function useTheme(id: string): string {
  const { project } = openProjectStore.getState();
  const itemId = editedItemId(project, { id, field: 'content' });
  const [element, note, connection, branch] = [
    useRecord('element', itemId),
    useRecord('note', itemId),
    useRecord('connection', itemId),
    useRecord('branch', itemId),
  ];
  return (element ?? note ?? connection ?? branch)?.theme ?? 'default';
}

/** While the window itself is in the background, the caret keeps its place. */
function stopWhenLeft({ currentTarget }: FocusEvent<HTMLElement>): void {
  const { target } = cardEditing.getState();
  // The focus arrives at its new place after this event.
  setTimeout(() => {
    const isLeft = document.hasFocus() && !currentTarget.contains(document.activeElement);
    if (isLeft && cardEditing.getState().target === target) stopCardEditing();
  });
}

/** The fields of the editor on a card: the same editors and drafts as in the inspector, for the language that is shown. */
function CardFields({ id }: { id: string }) {
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
            save={(content) => saveLocalizedText('element', id, 'content', content)}
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
        save={(content) => saveNoteText(id, content)}
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

interface CardKeys {
  /** Keys in the text of an editor. */
  readonly handleEditorKey: EditorKeyHandler;
  /** Keys elsewhere: in the formatting toolbar, in a text that is edited as source. */
  readonly handleKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The keys of the editor on a card: Tab and the arrows move to the next text, Ctrl+Enter makes the next card. Escape is handled by the editors. */
function useCardKeys(id: string): CardKeys {
  return useMemo(() => {
    const run = (event: globalThis.KeyboardEvent, at: Element): boolean => {
      if (isPlainTab(event)) goToAdjacentText(textAt(id, at), event.shiftKey ? 'back' : 'forward');
      else if (isNextElementKey(event)) runAction('addNextElement');
      else return false;
      return true;
    };
    return {
      handleEditorKey(editor, event) {
        if (event.altKey && event.key === 'F10') return focusToolbar(editor);
        // In a script within a text, this key leaves the script.
        if (isNextElementKey(event) && editor.isActive('codeBlock') && editor.schema.nodes.paragraph) return false;
        if (isPlainTab(event) && editor.isActive('listItem')) {
          editor.commands[event.shiftKey ? 'liftListItem' : 'sinkListItem']('listItem');
          return true;
        }
        return moveWithinCard(editor, event, id) || run(event, editor.view.dom);
      },
      handleKey(event) {
        if (event.defaultPrevented || isComposing(event.nativeEvent) || !(event.target instanceof Element)) return;
        // Tab moves through the form of a link.
        if (isPlainTab(event) && event.target.closest('.link-form')) return;
        const toolbar = event.target.closest('.editor-toolbar');
        if (toolbar && (isPlainTab(event) || event.key === 'Escape')) focusTextOf(toolbar);
        else if (event.key === 'Escape') focusBoard();
        // The editor itself has the focus while the next card is being made: no key may run an action of the board then.
        else if (event.target !== event.currentTarget && !run(event.nativeEvent, event.target)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [id]);
}

/** The text of the card in which the element of the page is. */
const textAt = (id: string, at: Element): EditingTarget => ({
  id,
  field: at.closest<HTMLElement>('[data-text]')?.dataset.text === 'title' ? 'title' : 'content',
});

const isPlainTab = ({ key, ctrlKey, metaKey, altKey }: Parameters<typeof matchesShortcut>[1]): boolean =>
  key === 'Tab' && !ctrlKey && !metaKey && !altKey;

const isNextElementKey = (event: Parameters<typeof matchesShortcut>[1]): boolean =>
  shortcutsOf(getAction('addNextElement')).some((keys) => matchesShortcut(keys, event, isMac));

/** In a title, Enter and Down lead into the content; in its first line, Up leads back. Enter completes a label, and the title of a frame. */
function moveWithinCard(editor: Editor, event: globalThis.KeyboardEvent, id: string): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { project } = openProjectStore.getState();
  const isTitle = textAt(id, editor.view.dom).field === 'title';
  const isLabel = project.find('connection', id) !== undefined || findFrame(project, id) !== undefined;
  if (isLabel && event.key === 'Enter') focusBoard();
  else if (isTitle && (event.key === 'Enter' || (event.key === 'ArrowDown' && editor.view.endOfTextblock('down'))))
    startCardEditing({ id, field: 'content' });
  else if (project.find('element', id) && !isTitle && event.key === 'ArrowUp' && isInFirstLine(editor))
    startCardEditing({ id, field: 'title' });
  else return false;
  return true;
}

const isInFirstLine = ({ state, view }: Editor): boolean =>
  state.selection.empty && state.selection.$from.index(0) === 0 && view.endOfTextblock('up');

/** Continues with the next text, on this card or along a connection. An item without texts is selected. */
function goToAdjacentText(from: EditingTarget, direction: 'forward' | 'back'): void {
  const step = adjacentTarget(openProjectStore.getState().project, from, direction);
  if (!step) announce(t(direction === 'forward' ? 'boardActions.done.noConnection' : 'boardActions.done.noConnectionBack'));
  else if (step.target) startEditingOnCanvas(step.target.id, step.target.field);
  else {
    selectItems([step.itemId]);
    boardViewStore.getState().view?.bringIntoView(step.itemId);
    focusBoard();
  }
}

function focusToolbar({ view }: Editor): boolean {
  const button = view.dom.closest('.rich-editor')?.querySelector<HTMLElement>('.editor-toolbar button');
  button?.focus();
  return button !== null && button !== undefined;
}

const focusTextOf = (toolbar: Element): void =>
  toolbar.closest('.rich-editor')?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
