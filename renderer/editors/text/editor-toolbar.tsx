/** The formatting toolbar: marks, lists, quotation, script, link. It is shown above the text but follows it in the tab order. */

import { type Editor, useEditorState } from '@tiptap/react';
import { AtSign, Bold, Code, Italic, Link, List, ListOrdered, SquareCode, Strikethrough, TextQuote, Underline } from 'lucide-react';
import { type ComponentProps, type ComponentType, memo, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { formatShortcut } from '../../ui/shortcut-keys.tsx';
import { markShortcuts } from '../document/schema-marks.ts';
import { LinkForm } from './link-form.tsx';

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
