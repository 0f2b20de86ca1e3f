/** A small story that has everything an export can hold: every kind, every type of cover and value, scoped variables, three languages, and what is unusual. */
import { en, roots, StoryBuilder } from './build-project.ts';

export function everything(): StoryBuilder {
  const story = new StoryBuilder({
    name: 'Everything “at once”',
    cover: { file: 'cover.png', type: 'cover-image' },
    css: 'p { color: red }',
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
      { iso: 'de-AT', name: 'Österreichisch', base: 'de' },
    ],
  });
  const acts = story.add('board', { parentId: roots.board, type: 'folder', name: 'Acts' });
  const hall = story.board('The hall', { parentId: acts, customId: 'hall' });
  const yard = story.board('The yard');
  const [picture, film] = [
    story.asset('hall.png', { file: 'f1.png', volume: null }),
    story.asset('rain.mp4', { type: 'video', file: 'f2.mp4' }),
  ];
  const sounds = story.asset('Sounds', { type: 'folder' });
  const bell = story.asset('bell.mp3', { type: 'audio', parentId: sounds, file: 'f3.mp3', volume: 0.5 });
  const template = story.asset('night.mp3', { type: 'template-audio', parentId: sounds });
  const people = story.add('component', {
    parentId: roots.component,
    type: 'folder',
    name: { en: { text: 'People' }, de: { text: 'Leute' } },
  });
  const knight = story.component('Knight', {
    parentId: people,
    customId: 'knight',
    name: { en: { text: 'Knight & “co”' }, de: { text: 'Ritter' } },
    cover: { type: 'image', id: picture },
    status: { de: 'final' },
  });
  const castle = story.component('Castle', { cover: { type: 'icon', file: 'delapouite/castle' } });
  story.component('', { parentId: people, name: {} });

  const mention = `<span class="mention mention-component" data-id="${knight}" data-label="Knight" data-type="component">@Knight</span>`;
  const start = story.element(hall, null, {
    x: 12.5,
    theme: 'lightBlue',
    title: { en: { text: '<p>The <b>hall</b></p>' }, de: { text: '<p>Die <b>Halle</b></p>' }, 'de-AT': { text: '' } },
    content: {
      en: {
        text: `<p style="margin-left: 24px">${mention} waits.</p><pre spellcheck="false"><code class="language-arc">gold += 1\nhall.light = true</code></pre>bare words`,
      },
      de: { text: '<p></p>' },
    },
    status: { de: 'progress', 'de-AT': 'review' },
    cover: { type: 'video', id: film, mode: 'loop', autoplay: true, showControls: false, showOptions: true },
  });
  story.start(start);
  const end = story.element(hall, '', {
    title: {},
    cover: { type: 'youtube', url: 'https://www.youtube.com/watch?v=x', autoplay: true },
    autoHeight: false,
  });
  const away = story.element(
    yard,
    '<blockquote><p>quoted</p><pre><code>gold = 2</code></pre></blockquote><ul><li><p>one</p></li></ul><code>gold = 3</code>',
    {
      cover: { type: 'icon', file: 'lorc/rain' },
      theme: 'red',
    },
  );
  story.change(end, { linkedBoard: yard });
  for (const component of [knight, castle, knight]) story.add('componentAttachment', { elementId: start, componentId: component });
  story.add('audioAttachment', { elementId: start, assetId: bell, mode: 'loop', delay: 1200.5 });
  story.add('audioAttachment', { elementId: start, assetId: template, mode: 'stop' });
  const jumper = story.add('jumper', { boardId: hall, x: 400, y: 1, elementId: away });
  story.add('jumper', { boardId: yard, x: 1, y: 1 });
  story.add('note', { boardId: hall, x: 1, y: 1, content: '<p>A <b>note</b></p>', theme: 'gold' });
  story.add('note', { boardId: yard, x: 1, y: 1 });
  const { branch, conditions } = story.branch(hall, [
    `knight.courage &gt; 1 and hall.light`,
    `visits(<span class="mention mention-element" data-id="${away}" data-type="element">away</span>) == 0`,
    null,
  ]);
  story.connect(start, branch, { label: { en: { text: '<p>Go on</p>' }, de: { text: '<p>Weiter</p>' } }, status: { de: 'final' } });
  story.connect(start, end, {
    type: 'Flowchart',
    theme: 'moss',
    sourceFace: 'left',
    targetFace: 'bottom',
    labelLocation: 0.25,
    labelWidth: 80,
  });
  story.connect(conditions[0] ?? '', end, { type: 'Straight', label: en('<p><i>Or</i> so</p>') });
  story.connect(conditions[3] ?? '', jumper);
  const value = (cId: string, cType: 'boards' | 'elements' | 'components') => ({ cId, cType });
  story.add('attribute', { ...value(hall, 'boards'), name: 'Light', customId: 'light', value: { type: 'boolean', data: false } });
  story.add('attribute', {
    ...value(knight, 'components'),
    name: 'Courage',
    customId: 'courage',
    value: { type: 'float', data: 90 },
    size: 'half',
  });
  story.add('attribute', { ...value(knight, 'components'), customId: 'age', value: { type: 'integer', data: -7 } });
  story.add('attribute', {
    ...value(knight, 'components'),
    customId: 'motto',
    value: { type: 'string', plain: true, data: 'Say "no" \\ never\nyield' },
  });
  story.add('attribute', { ...value(knight, 'components'), name: '', value: { type: 'string', plain: true, data: null } });
  story.add('attribute', {
    ...value(start, 'elements'),
    name: 'Mood',
    value: { type: 'string', plain: false, data: `<p><b>dark</b> ${mention}</p>` },
  });
  story.add('attribute', { ...value(start, 'elements'), value: { type: 'string', plain: false, data: null } });
  story.add('attribute', {
    ...value(end, 'elements'),
    name: 'Cast',
    value: {
      type: 'component-list',
      data: [
        { id: 'r1', component: castle },
        { id: 'r2', component: knight },
      ],
    },
  });
  story.add('attribute', { ...value(end, 'elements'), name: 'Props', value: { type: 'asset-list', data: [{ id: 'r3', asset: bell }] } });
  story.add('attribute', { ...value(yard, 'boards'), name: 'Nobody', value: { type: 'component-list', data: null } });
  for (const [name, type, data] of [
    ['gold', 'integer', 0],
    ['speed', 'float', 2],
    ['tiny', 'float', 1e-7],
    ['name', 'string', ''],
    ['met', 'boolean', true],
  ] as const)
    story.add('variable', { name, type, value: data });
  const comment = story.add('comment', { boardId: hall, x: 1, y: 1, author: { id: 1, fullName: 'Ada' }, content: '<p>Hm</p>' });
  story.add('reply', { commentId: comment, author: { id: 2, fullName: null }, content: '<p>Yes</p>' });
  story.change(jumper, { extra: { align: 'left', future: { field: [1, null] } } });
  return story;
}
