import { en, StoryBuilder } from './build-project.ts';

/** A story with every problem that a check can find. All its texts are Greek, so that a Latin word in a message is none of the story. */
export function storyWithAllProblems(): StoryBuilder {
  const locales = [
    { iso: 'en', name: 'Ελληνικά', base: null },
    { iso: 'de', name: 'Γερμανικά', base: 'en' },
  ];
  const story = new StoryBuilder({ locales });
  const board = story.board('Πύργος');
  const code = (script: string): string => `<pre><code>${script}</code></pre>`;
  const gone = '<span class="mention mention-component" data-id="9" data-type="component">Α</span>';
  const element = story.element(board, `<p>${gone}</p>${code('1 +')}`, { title: en('<p>Θάλασσα</p>') });
  const untitled = story.element(board, code('gold = 1'), { title: {}, linkedBoard: '8' });
  const mention = '<span class="mention mention-element" data-id="7" data-type="element">Β</span>';
  story.element(board, code(`gold = visits(${mention})`), { title: en('<p>“Ποιος;”</p>') });
  story.add('variable', { name: 'x', type: 'boolean', value: true });
  story.add('variable', { name: 'y', type: 'integer', value: 7 });
  for (const script of ['x = y > 3 > 1', 'x = !y > 8', 'x = round(y + 0.5)'])
    story.element(board, code(script.replaceAll('>', '&gt;')), { title: en('<p>Παιχνίδι</p>') });
  story.element(board, code(`x = ${'1 + '.repeat(6000)}1`), { title: en('<p>Μακρύ</p>') });
  story.element(board, 'έξω', { title: en('<p>Έξω</p>') });
  story.connect(element, untitled, { label: en('<p>Πάμε</p>') });
  story.connect(untitled, element, { label: en(code('2 +')) });
  story.add('jumper', { boardId: board, x: 1, y: 2, elementId: null });
  const { branch, conditions } = story.branch(board, ['', 'gold = 2', '3 +']);
  story.connect(element, branch);
  for (const condition of conditions.slice(1)) story.connect(condition, element);
  story.add('note', { boardId: story.board(''), x: 1, y: 1, content: `<p>${gone}</p>` });
  story.add('attribute', { cId: board, cType: 'boards', name: 'Φως', value: { type: 'string', plain: false, data: `<p>${gone}</p>` } });
  story.component('Ιππότης', { cover: { file: '5', type: 'icon' } });
  story.component('', { cover: { file: '5', type: 'icon' } });
  for (const name of ['α.png', 'α.jpg', 'Α.PNG', 'β:γ.png', 'δ.webp', 'ε.gif', '5.png']) story.asset(name);
  const folder = (parentId?: string): string =>
    story.asset('κ'.repeat(90), { type: 'folder', ...(parentId === undefined ? {} : { parentId }) });
  story.asset('η.png', { parentId: folder(folder(folder())) });
  story.asset('ζ.jpg', { mime: 'image/png' });
  story.start(null);
  return story;
}
