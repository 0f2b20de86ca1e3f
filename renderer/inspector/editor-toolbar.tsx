/** What can be done with the words: marks, lists, quotation, script, link. It stands above the text and comes after it for Tab. */
import { type Editor, useEditorState } from '@tiptap/react';
import { AtSign, Bold, Code, Italic, Link, List, ListOrdered, SquareCode, Strikethrough, TextQuote, Underline } from 'lucide-react';
import { type ComponentType, memo, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { inspectorWords } from '../words/en/inspector.ts';
import { LinkForm } from './link-form.tsx';

interface Tool {
  readonly name: string;
  readonly label: string;
  readonly keys?: string;
  readonly Icon: ComponentType<{ size: number }>;
  readonly run: (editor: Editor) => void;
}

const mark = (name: string, label: string, Icon: Tool['Icon'], keys?: string): Tool => ({
  name,
  label,
  Icon,
  ...(keys ? { keys } : {}),
  run: (editor) => void editor.chain().focus().toggleMark(name).run(),
});

const tools: readonly Tool[] = [
  mark('bold', inspectorWords.bold, Bold, 'Ctrl B'),
  mark('italic', inspectorWords.italic, Italic, 'Ctrl I'),
  mark('underline', inspectorWords.underline, Underline, 'Ctrl U'),
  mark('strike', inspectorWords.strikeThrough, Strikethrough),
  mark('code', inspectorWords.code, Code, 'Ctrl E'),
  {
    name: 'bulletList',
    label: inspectorWords.list,
    Icon: List,
    run: (editor) => void editor.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  {
    name: 'orderedList',
    label: inspectorWords.numberedList,
    Icon: ListOrdered,
    run: (editor) => void editor.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  {
    name: 'blockquote',
    label: inspectorWords.quotation,
    Icon: TextQuote,
    run: (editor) => void editor.chain().focus().toggleWrap('blockquote').run(),
  },
  {
    name: 'codeBlock',
    label: inspectorWords.script,
    keys: 'Ctrl Alt C',
    Icon: SquareCode,
    run: (editor) => void editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
];

/** Drawn anew where what is active changes, not at each key. */
export const EditorToolbar = memo(function EditorToolbar({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false);
  const { marks, nodes } = editor.schema;
  const able = tools.filter(({ name }) => marks[name] ?? nodes[name]);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => [...tools.map(({ name }) => name), 'link'].filter((name) => now.isActive(name)).join(' '),
  }).split(' ');
  return (
    <Toolbar className="editor-toolbar" aria-label={inspectorWords.text}>
      {able.map(({ name, label, keys, Icon, run }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={keys ? `${label} (${keys})` : label}
          aria-pressed={active.includes(name)}
          onMouseDown={keepFocus}
          onClick={() => run(editor)}
        >
          <Icon size={14} />
        </button>
      ))}
      {nodes.mention && (
        <button
          type="button"
          aria-label={inspectorWords.mention}
          title={inspectorWords.mentionByKey}
          onMouseDown={keepFocus}
          onClick={() => void editor.chain().focus().insertContent(atSign(editor)).run()}
        >
          <AtSign size={14} />
        </button>
      )}
      {marks.link && (
        <button
          type="button"
          aria-label={inspectorWords.link}
          title={inspectorWords.link}
          aria-pressed={active.includes('link')}
          aria-expanded={linking}
          onMouseDown={keepFocus}
          onClick={() => setLinking(!linking)}
        >
          <Link size={14} />
        </button>
      )}
      {linking && <LinkForm editor={editor} close={() => setLinking(false)} />}
    </Toolbar>
  );
});

/** An @ that is not the end of a word opens the list of what can be mentioned. */
function atSign(editor: Editor): string {
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, undefined, ' ');
  return before.trim() === '' ? '@' : ' @';
}

/** A press on a button must not take the writer out of the text. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
