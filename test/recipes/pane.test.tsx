/**
 * The recipe "a pane": one row, one component and its messages. The change is made in a copy of the sources; there the pane has a toggle in the header,
 * an action in the lists, and its place beside the board with its content.
 */
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paneRecipe } from './recipes.ts';
import { copySources, openEmptyStory, type SourceCopy } from './source-copy.ts';

describe('recipe: a pane', () => {
  let copy: SourceCopy;
  const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));

  beforeAll(async () => {
    copy = copySources();
    await paneRecipe.perform(copy);
    await load('renderer/app/register.ts');
    await openEmptyStory(load);
  });
  afterAll(() => copy.remove());

  test('adds a row and a component, and touches the messages', () => expect(copy.changes().byHand).toEqual(paneRecipe.files.byHand));

  test('the header has a toggle for it, switched on while it is open', async () => {
    const { ToolbarButtons } = await load('renderer/commands/action-button.tsx');
    const html = renderToStaticMarkup(createElement(ToolbarButtons, { menu: 'project.panes' }));
    expect(html).toMatch(/aria-label="Outline"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*aria-label="Outline"/);
  });

  test('its action is listed with its shortcut, and opens and closes it', async () => {
    const { getAction } = await load('renderer/commands/action-registry.ts');
    const { actionLabel } = await load('renderer/commands/action.ts');
    const action = getAction('toggleOutline');
    expect([actionLabel(action), action.shortcuts, action.isEnabled()]).toEqual(['Show or hide the outline', ['Alt+Shift+U'], true]);
    const seen = [action.isSelected()];
    for (let times = 0; times < 2; times++) {
      action.run();
      seen.push(action.isSelected());
    }
    expect(seen).toEqual([true, false, true]);
  });

  test('it is drawn at its side of the board with its size and content', async () => {
    const { preloadCode } = await load('renderer/platform/lazy-code.ts');
    const { WorkspacePanes } = await load('renderer/app/workspace/workspace-panes.tsx');
    await preloadCode('workspace');
    const html = renderToStaticMarkup(createElement(WorkspacePanes));
    expect(html).toMatch(/data-pane="outline"[^>]*--size:\s?300px/);
    expect(html).toContain('Prologue');
  });
});
