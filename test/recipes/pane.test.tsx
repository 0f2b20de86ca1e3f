/**
 * The recipe "a pane": one row, one component and its messages. The change is made in a copy of the sources; there the pane has a toggle in the header,
 * an action in the lists, and its place beside the board with its content.
 */
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copySources, openEmptyStory, type SourceCopy } from './source-copy.ts';

const row = `/** The pane of the outline. */
import { ListTree } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const outlinePane = {
  name: 'outline',
  side: 'right',
  label: 'workspace.outline',
  icon: ListTree,
  load: async () => (await import('./outline.tsx')).Outline,
  isPreloaded: true,
  size: { initial: 300, min: 200, max: 500 },
  isOpenInitially: true,
  toggle: { label: 'workspace.toggleOutline', shortcuts: ['Alt+Shift+O'], menus: [{ menu: 'project.panes' }] },
} as const satisfies Pane;
`;
const component = `import { createElement } from 'react';
export const Outline = () => createElement('p', {}, 'All elements in their order');
`;

describe('recipe: a pane', { timeout: 600_000 }, () => {
  let copy: SourceCopy;
  const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));

  beforeAll(async () => {
    copy = copySources();
    copy.add('renderer/features/board/outline-pane.ts', row);
    copy.add('renderer/features/board/outline.tsx', component);
    copy.edit(
      'shared/messages/en/workspace.json',
      '{',
      '{\n  "workspace.outline": "Outline",\n  "workspace.toggleOutline": "Show or hide the outline",',
    );
    copy.edit('renderer/app/register.ts', '  inspectorPane,\n] as const', '  inspectorPane,\n  outlinePane,\n] as const');
    copy.edit(
      'renderer/app/register.ts',
      'import { boardActions',
      "import { outlinePane } from '../features/board/outline-pane.ts';\nimport { boardActions",
    );
    await copy.generateMessageParams();
    await load('renderer/app/register.ts');
    await openEmptyStory(load);
  }, 600_000);
  afterAll(() => copy.remove());

  test('adds a row and a component, touches the messages and the list of panes, and its types agree', async () => {
    expect(copy.changes()).toEqual({
      byHand: [
        'renderer/app/register.ts',
        'renderer/features/board/outline-pane.ts',
        'renderer/features/board/outline.tsx',
        'shared/messages/en/workspace.json',
      ],
      generated: ['shared/messages/message-params.ts'],
    });
    expect(await copy.typeCheck()).toBe('');
  });

  test('the header has a toggle for it, switched on while it is open', async () => {
    const { ToolbarButtons } = await load('renderer/commands/action-button.tsx');
    const html = renderToStaticMarkup(createElement(ToolbarButtons, { menu: 'project.panes' }));
    expect(html).toMatch(/aria-label="Outline"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*aria-label="Outline"/);
  });

  test('its action is listed with its shortcut, and opens and closes it', async () => {
    const { getAction } = await load('renderer/commands/action-registry.ts');
    const { actionLabel } = await load('renderer/commands/action.ts');
    const action = getAction('toggleOutline');
    expect([actionLabel(action), action.shortcuts, action.isEnabled()]).toEqual(['Show or hide the outline', ['Alt+Shift+O'], true]);
    const seen = [action.isSelected()];
    for (let times = 0; times < 2; times++) {
      action.run();
      seen.push(action.isSelected());
    }
    expect(seen).toEqual([true, false, true]);
  });

  test('it is drawn at its side of the board with its size and content', async () => {
    const { preloadPanes, PaneContent } = await load('renderer/app/workspace/pane-content.tsx');
    const { WorkspacePanes } = await load('renderer/app/workspace/workspace-panes.tsx');
    const { listPanes } = await load('renderer/commands/pane.ts');
    const pane = listPanes('right').find(({ name }: { name: string }) => name === 'outline');
    await preloadPanes();
    expect(renderToStaticMarkup(createElement(PaneContent, { pane }))).toContain('All elements in their order');
    const html = renderToStaticMarkup(createElement(WorkspacePanes, { side: 'right' }));
    expect(html).toMatch(/data-pane="outline"[^>]*--size:\s?300px/);
    expect(html).toContain('All elements in their order');
  });
});
