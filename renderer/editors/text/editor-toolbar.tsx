/** The formatting toolbar: marks, lists, quotation, script, link. It is shown above the text but follows it in the tab order. */
import { type Editor, useEditorState } from '@tiptap/react';
import { AtSign, Bold, Code, Italic, Link, List, ListOrdered, SquareCode, Strikethrough, TextQuote, Underline } from 'lucide-react';
import { type ComponentProps, type ComponentType, type FocusEvent, type KeyboardEvent, memo, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { dialects } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { t } from '../../messages/translate.ts';
import { isComposing } from '../../platform/composition.ts';
import { formatShortcut } from '../../ui/shortcut-keys.tsx';
import { htmlAttributesIn } from '../document/editor-document.ts';
import { markShortcuts } from '../document/editor-schema.ts';

interface ToolbarItem {
  readonly name: string;
  readonly label: string;
  readonly keys?: string;
  readonly Icon: ComponentType<{ size: number }>;
  readonly run: (editor: Editor) => void;
}

const markItem = (name: string, label: string, Icon: ToolbarItem['Icon']): ToolbarItem => ({
  name,
  label,
  Icon,
  ...(markShortcuts[name] && { keys: markShortcuts[name] }),
  run: (editor) => void editor.chain().focus().toggleMark(name).run(),
});

const toolbarItems = (): readonly ToolbarItem[] => [
  markItem('bold', t('inspector.bold'), Bold),
  markItem('italic', t('inspector.italic'), Italic),
  markItem('underline', t('inspector.underline'), Underline),
  markItem('strike', t('inspector.strikeThrough'), Strikethrough),
  markItem('code', t('inspector.code'), Code),
  {
    name: 'bulletList',
    label: t('inspector.list'),
    Icon: List,
    run: (editor) => void editor.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  {
    name: 'orderedList',
    label: t('inspector.numberedList'),
    Icon: ListOrdered,
    run: (editor) => void editor.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  {
    name: 'blockquote',
    label: t('inspector.quotation'),
    Icon: TextQuote,
    run: (editor) => void editor.chain().focus().toggleWrap('blockquote').run(),
  },
  {
    name: 'codeBlock',
    label: t('inspector.script'),
    keys: 'Mod+Alt+C',
    Icon: SquareCode,
    run: (editor) => void editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
];

/** Renders again only if the active formatting changes, not at every key press. */
export const EditorToolbar = memo(function EditorToolbar({ editor, allowsScripts }: { editor: Editor; allowsScripts: boolean }) {
  const [linking, setLinking] = useState(false);
  const { marks, nodes } = editor.schema;
  const able = toolbarItems().filter(({ name }) => (marks[name] ?? nodes[name]) && (allowsScripts || name !== 'codeBlock'));
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => [...toolbarItems().map(({ name }) => name), 'link'].filter((name) => now.isActive(name)).join(' '),
  }).split(' ');
  return (
    <div className="editor-toolbar">
      <Toolbar className="editor-tools" aria-label={t('inspector.text')}>
        {able.map(({ name, label, keys, Icon, run }) => (
          <ToolButton
            key={name}
            label={label}
            title={keys ? `${label} (${formatShortcut(keys)})` : label}
            Icon={Icon}
            aria-pressed={active.includes(name)}
            onClick={() => run(editor)}
          />
        ))}
        {nodes.mention && (
          <ToolButton
            label={t('inspector.mention')}
            title={t('inspector.mentionByKey')}
            Icon={AtSign}
            onClick={() =>
              void editor
                .chain()
                .focus()
                .insertContent({ type: 'text', text: mentionTrigger(editor) })
                .run()
            }
          />
        )}
        {marks.link && (
          <ToolButton
            label={t('inspector.link')}
            title={t('inspector.link')}
            Icon={Link}
            aria-pressed={active.includes('link')}
            aria-expanded={linking}
            onClick={() => setLinking(!linking)}
          />
        )}
      </Toolbar>
      {/* Outside of the toolbar, whose arrow keys would not reach the text of its field. */}
      {linking && <LinkForm editor={editor} close={() => setLinking(false)} />}
    </div>
  );
});

interface ToolButtonProps extends Pick<ComponentProps<'button'>, 'aria-pressed' | 'aria-expanded' | 'title' | 'onClick'> {
  readonly label: string;
  readonly Icon: ToolbarItem['Icon'];
}

/** Pressing a button must not move the focus out of the text. */
function ToolButton({ label, Icon, ...button }: ToolButtonProps) {
  return (
    <button type="button" aria-label={label} onMouseDown={(event) => event.preventDefault()} {...button}>
      <Icon size={14} />
    </button>
  );
}

/** Inserts an @ that starts a word, which opens the list of mentions. */
function mentionTrigger(editor: Editor): string {
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, undefined, ' ');
  return before.trim() === '' ? '@' : ' @';
}

const isAllowedAddress = dialects.story.get('a')?.attributes.get('href') ?? (() => false);

/** The address of the link at the selection; empty without one. */
const currentAddress = (editor: Editor): string =>
  htmlAttributesIn(editor.getAttributes('link')).find(([name]) => name === 'href')?.[1] ?? '';

/** Changes the link at the selection, turns the selected text into one, or inserts the address as one. */
function setLink(editor: Editor, address: string): void {
  const attributes = [
    ['href', address],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer'],
  ];
  const chain = editor.chain().extendMarkRange('link');
  if (editor.state.selection.empty && currentAddress(editor) === '')
    chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { attributes } }] }).run();
  else chain.setMark('link', { attributes }).run();
}

/** The form for the address of a link. Only external addresses are allowed (G21). */
function LinkForm({ editor, close }: { editor: Editor; close: () => void }) {
  const current = currentAddress(editor);
  const [address, setAddress] = useState(current || 'https://');
  const allowed = isAllowedAddress(address);
  /** The text takes the focus first, because an editor on a card closes when nothing in it has the focus. */
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    editor.view.focus();
    close();
  };
  const set = () => {
    if (!allowed) return;
    setLink(editor, address);
    leave();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetMark('link').run();
    leave();
  };
  /** An address that was typed is set when the user leaves the form; an editor on a card then closes together with it. */
  const setWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // The user may only have switched to another window, to copy an address there.
    if (currentTarget.contains(document.activeElement) || currentTarget.contains(relatedTarget)) return;
    if (!allowed || address === current || isLeaving.current) return;
    setLink(editor, address);
    close();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) set();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works at each control of the form
    <div className="link-form" onKeyDown={handleKey} onBlur={setWhenLeft}>
      <input
        className="input"
        aria-label={t('inspector.address')}
        value={address}
        // biome-ignore lint/a11y/noAutofocus: the user opened the form to type into it
        autoFocus
        aria-invalid={!allowed || undefined}
        onChange={({ target }) => setAddress(target.value)}
      />
      <button type="button" disabled={!allowed} onClick={set}>
        {t('inspector.set')}
      </button>
      {current !== '' && (
        <button type="button" onClick={remove}>
          {t('common.remove')}
        </button>
      )}
    </div>
  );
}
