/** Random stories: every reference is picked from the records that are already there, every text is canonical. */

import fc from 'fast-check';
import { t } from '../../../shared/messages/english.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { roots, StoryBuilder } from './build-project.ts';

/** By the kind of an attribute's owner, where it is no component. */
const ownerTypes: Readonly<Record<string, 'boards' | 'elements'>> = { board: 'boards', element: 'elements' };

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'de-AT', name: 'Österreichisch', base: 'de' },
];

const blocks = [
  '<p>Plain words</p>',
  '<p></p>',
  '<p><b>bold</b> and <i>italic</i> &amp; <em>more</em></p>',
  '<p>one<br>two</p>',
  '<p style="margin-left: 24px">indented</p>',
  '<pre><code>gold += 1</code></pre>',
  '<pre><code>if gold &gt; 2</code></pre>',
  '<pre><code>else</code></pre>',
  '<pre><code>endif</code></pre>',
  '<pre spellcheck="false"><code class="language-arc"> gold = 1\nshow("x") </code></pre>',
  '<pre><code>visits(<span class="mention" data-id="el-1" data-type="element">one</span>)</code></pre>',
  '<pre><code></code></pre>',
  '<pre><code>gold = max(1, 2.5) is not 3 and !second.light || roll(2) &lt;= -1</code></pre>',
  '<pre><code>second.light = visits(<span class="mention" data-id="el-1" data-type="element">one</span>) % 2</code></pre>',
  '<pre><code>show("a \\"b\\"", gold)\nresetAll(gold, second.light)\nresetVisits()</code></pre>',
  '<pre><code>gold == 1</code></pre>',
  '<pre><code>gold = roll(1, 2, 3)</code></pre>',
  '<blockquote><p>quoted</p><pre><code>gold = 2</code></pre></blockquote>',
  '<ul><li><p>one</p></li><li><p>two</p></li></ul>',
  '<code>gold = 3</code>',
  'words outside ',
  '<em>outside</em>',
  '<p>a <code>word</code> of code</p>',
  '<p><a href="https://example.org">link</a> <span class="mention mention-component" data-id="x" data-type="component">@who</span></p>',
  '<p>hard&nbsp;space "quotes" \u2028 </p>',
];

export const richText: fc.Arbitrary<string> = fc.array(fc.constantFrom(...blocks), { maxLength: 5 }).map((parts) => {
  const read = canonicalizeRichText(parts.join(''), 'story');
  if (!read.ok) throw new Error(t(read.error));
  return read.html;
});

const optional = fc.option(richText, { nil: null });
const localized = fc.record({ en: optional.map((text) => ({ text })), de: optional.map((text) => ({ text })) }, { requiredKeys: [] });
const value = fc.oneof(
  optional.map((data) => ({ type: 'string' as const, plain: false, data: data === '' ? null : data })),
  fc.constantFrom(null, 'plain \\ "text"', '90.0').map((data) => ({ type: 'string' as const, plain: true, data })),
  fc.constantFrom(90, 0.5, -3, 1e21).map((data) => ({ type: 'float' as const, data })),
  fc.constant({ type: 'integer' as const, data: 7 }),
  fc.constant({ type: 'boolean' as const, data: true }),
);

const item = fc.record({
  is: fc.constantFrom(
    'board',
    'element',
    'note',
    'jumper',
    'branch',
    'connection',
    'component',
    'attribute',
    'asset',
    'variable',
    'audio',
    'carries',
    'list',
  ),
  pick: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
  text: localized,
  other: localized,
  note: optional,
  theme: fc.constantFrom(...themes),
  place: fc.double({ min: 0, max: 30000, noNaN: true }),
  value,
});

/** A story that starts somewhere; its parts are as many as there are items. */
export const randomStory: fc.Arbitrary<StoryBuilder> = fc.array(item, { maxLength: 60, size: 'max' }).map((items) => {
  const story = new StoryBuilder({ locales });
  const boards = [story.board('First'), story.board('Second', { customId: 'second' })];
  const elements = [story.element(boards[0] ?? '', '<p>Start</p>')];
  const sources = [...elements];
  const targets = [...elements];
  const components = [story.component('Knight', { customId: 'knight' })];
  story.component('Folder', { type: 'folder' });
  const pictures = [story.asset()];
  const sounds = [story.asset('bell.mp3', { type: 'audio', parentId: story.asset('Folder', { type: 'folder' }) })];
  story.start(elements[0] ?? null);
  const boardOf = (id: string): string => {
    const record = story.records.get(id);
    return String(record?.kind === 'condition' ? story.records.get(String(record.branchId))?.boardId : record?.boardId);
  };
  for (const [at, { is, pick, text, other, note, theme, place, value }] of items.entries()) {
    const one = <T>(list: readonly T[], which: number): T => {
      const chosen = list[(pick[which] ?? 0) % list.length];
      if (chosen === undefined) throw new Error('nothing to pick');
      return chosen;
    };
    const boardId = one(boards, 0);
    const box = { boardId, x: place, y: 3 };
    if (is === 'board') boards.push(story.board(`Board ${at}`, { parentId: roots.board }));
    else if (is === 'element') {
      const cover =
        [
          null,
          { type: 'icon' as const, file: 'a/b' },
          { type: 'image' as const, id: one(pictures, 1) },
          { type: 'youtube' as const, url: 'x' },
        ][(pick[2] ?? 0) % 4] ?? null;
      const id = story.element(boardId, null, {
        ...box,
        theme,
        title: text,
        content: other,
        cover,
        linkedBoard: (pick[1] ?? 0) % 3 === 0 ? one(boards, 1) : null,
      });
      elements.push(id);
      sources.push(id);
      targets.push(id);
    } else if (is === 'note') story.add('note', { ...box, content: note });
    else if (is === 'jumper') targets.push(story.add('jumper', { ...box, elementId: (pick[1] ?? 0) % 3 === 0 ? null : one(elements, 1) }));
    else if (is === 'branch') {
      const { branch, conditions } = story.branch(
        boardId,
        ['gold > 1', null, '', 'gold = 10', 'gold ==', 'second.light'].slice((pick[2] ?? 0) % 4).slice(0, 1 + ((pick[1] ?? 0) % 3)),
        (pick[2] ?? 0) % 2 === 0,
      );
      targets.push(branch);
      sources.push(...conditions);
    } else if (is === 'connection') {
      const source = one(sources, 0);
      const near = targets.filter((id) => boardOf(id) === boardOf(source));
      const isTaken = [...story.records.values()].some(({ sourceid, sourceType }) => sourceType === 'conditions' && sourceid === source);
      if (near.length > 0 && !isTaken) story.connect(source, one(near, 1), { label: text, theme });
    } else if (is === 'component')
      components.push(
        story.component('', {
          name: { en: { text: `C${at}` } },
          cover: (pick[0] ?? 0) % 2 === 0 ? { type: 'icon', file: 'a/b' } : { type: 'image', id: one(pictures, 1) },
        }),
      );
    else if (is === 'attribute') {
      const owner = one([...boards, components[0] ?? '', ...elements], 0);
      const cType = ownerTypes[story.records.get(owner)?.kind ?? ''] ?? 'components';
      story.add('attribute', {
        cId: owner,
        cType,
        name: at % 2 ? null : 'Name',
        value: cType === 'elements' && value.type !== 'string' ? { type: 'component-list', data: null } : value,
      });
    } else if (is === 'list') {
      const data = [{ id: `entry-${at}`, component: one(components, 1) }];
      story.add('attribute', { cId: one(elements, 0), cType: 'elements', value: { type: 'component-list', data } });
    } else if (is === 'asset') {
      pictures.push(story.asset(`file ${at % 5}.${at % 2 ? 'png' : 'PNG'}`));
      sounds.push(story.asset(`sound ${at % 5}.mp3`, { type: 'audio', volume: at % 2 ? 0.5 : null }));
    } else if (is === 'variable')
      story.add(
        'variable',
        [
          { name: `f${at}`, type: 'float' as const, value: pick[0] ?? 1 },
          { name: `s${at}`, type: 'string' as const, value: '' },
          { name: `b${at}`, type: 'boolean' as const, value: false },
        ][(pick[1] ?? 0) % 3] ?? { name: `i${at}`, type: 'integer', value: 1 },
      );
    else if (is === 'audio') story.add('audioAttachment', { elementId: one(elements, 0), assetId: one(sounds, 1), delay: pick[2] ?? 0 });
    else story.add('componentAttachment', { elementId: one(elements, 0), componentId: one(components, 1) });
  }
  return story;
});
