/**
 * How the text editors paste and copy. HTML of other programs is read as rich text; what was copied in Taleport is taken as it is, except for mentions of
 * records that this project does not have, which become their labels.
 */
import { DOMSerializer, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { plainTextToParagraphs, readPastedHtml } from '../../../shared/rich-text/read-pasted-html.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { htmlAttributesIn } from './editor-document.ts';

/** Marks HTML on the clipboard as a text that was copied in Taleport. */
const ownAttribute = 'data-taleport-text';

export function pasteProps(schema: Schema, isSingleLine: boolean): EditorProps {
  return {
    clipboardSerializer: createSerializer(schema),
    transformPastedHTML: (html) => (html.includes(ownAttribute) ? html : toPastedHtml(html)),
    clipboardTextParser: (text, _, isPlain, view) => {
      const { paragraph } = view.state.schema.nodes;
      const lines = plainTextToParagraphs(text);
      // A condition is one script.
      if (!paragraph) return new Slice(Fragment.from(view.state.schema.text(text.trim() || ' ')), 0, 0);
      const marks = isPlain ? [] : (view.state.storedMarks ?? view.state.selection.$from.marks());
      const paragraphs = lines.map((line) => paragraph.create(null, line === '' ? null : view.state.schema.text(line, marks)));
      return new Slice(Fragment.from(paragraphs), paragraphs.length > 0 ? 1 : 0, paragraphs.length > 0 ? 1 : 0);
    },
    transformPasted: (slice, view) => {
      const known = mapNodes(slice.content, (node) => (isUnknownMention(node) ? textOf(view.state.schema, node) : node));
      const cleaned = new Slice(known, slice.openStart, slice.openEnd);
      return isSingleLine ? toSingleLine(view.state.schema, cleaned) : cleaned;
    },
    handlePaste: (_, { clipboardData }) => {
      const isOnlyImage = [...(clipboardData?.files ?? [])].some(({ type }) => type.startsWith('image/')) && hasNoText(clipboardData);
      if (isOnlyImage) showToast({ tone: 'plain', title: t('board.imageInText') });
      return isOnlyImage;
    },
  };
}

/** Programs put a picture of a table or a text beside it. A picture from a web page has only its own element. */
const hasNoText = (clipboard: DataTransfer | null): boolean =>
  (clipboard?.getData('text/plain') ?? '').trim() === '' && (readPastedHtml(clipboard?.getData('text/html') ?? '') ?? '') === '';

/** With the depths at which the text is open, ProseMirror keeps its spaces, and continues the paragraphs at the caret. */
function toPastedHtml(html: string): string {
  const text = readPastedHtml(html);
  if (text === null || text === '') return '';
  const depth = (isOpen: boolean) => (isOpen ? 1 : 0);
  return text.replace(/^<[a-z]+/, (tag) => `${tag} data-pm-slice="${depth(text.startsWith('<p'))} ${depth(text.endsWith('</p>'))} []"`);
}

function createSerializer(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  return new (class extends DOMSerializer {
    override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer['serializeFragment']>) {
      const serialized = super.serializeFragment(fragment, options, target);
      // Only the outermost call has no target: that of the others is the element around them.
      if (!target && serialized.firstChild instanceof Element) serialized.firstChild.setAttribute(ownAttribute, '');
      return serialized;
    }
  })(nodes, marks);
}

function isUnknownMention(node: Node): boolean {
  if (node.type.name !== 'mention') return false;
  const attributes = new Map(htmlAttributesIn(node.attrs));
  const kind = openProjectStore.getState().project.get(attributes.get('data-id') ?? '')?.kind;
  return kind === undefined || kind !== attributes.get('data-type');
}

const textOf = (schema: Schema, node: Node): Node | null => {
  const text = String(node.attrs.text);
  return text === '' ? null : schema.text(text, node.marks);
};

function mapNodes(fragment: Fragment, map: (node: Node) => Node | null): Fragment {
  const mapped: Node[] = [];
  fragment.forEach((node) => {
    const next = map(node);
    if (next) mapped.push(next.isLeaf || next.isText ? next : next.copy(mapNodes(next.content, map)));
  });
  return Fragment.fromArray(mapped);
}

/** The text of all blocks in one, with spaces between them. */
function toSingleLine(schema: Schema, { content }: Slice): Slice {
  const inline: Node[] = [];
  const blocks = new Set<Node>();
  content.descendants((node, _, parent) => {
    if (!node.isInline) return true;
    if (parent && !blocks.has(parent) && inline.length > 0) inline.push(schema.text(' '));
    if (parent) blocks.add(parent);
    inline.push(node.type.name === 'hardBreak' ? schema.text(' ') : node);
    return false;
  });
  return new Slice(Fragment.fromArray(inline), 0, 0);
}
