/**
 * The recipe "an action": one row in the list of a feature and one message. The change is made in a copy of the sources; there the action is in the
 * command palette, in the menu of the window, in the list of shortcuts and in its toolbar, and it runs.
 */
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionRecipe } from './recipes.ts';
import { copySources, openEmptyStory, type SourceCopy } from './source-copy.ts';

describe('recipe: an action', () => {
  let copy: SourceCopy;
  const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));

  beforeAll(async () => {
    copy = copySources();
    await actionRecipe.perform(copy);
    await load('renderer/app/register.ts');
    await openEmptyStory(load);
  });
  afterAll(() => copy.remove());

  test('touches two files', () => expect(copy.changes().byHand).toEqual(actionRecipe.files.byHand));

  test('the command palette lists it with its shortcut', async () => {
    const { actionItems } = await load('renderer/features/find/command-palette.tsx');
    const [item] = actionItems('count the');
    expect(item.id).toBe('do countWords');
    expect(renderToStaticMarkup(item.content)).toMatch(/Count the words[\s\S]*W/);
  });

  test('the menu of the window has it in its group', async () => {
    const { createWindowMenus } = await load('renderer/app/window-menu.ts');
    const story = createWindowMenus().find(({ id }: { id: string }) => id === 'story');
    expect(story.sections.flat()).toContainEqual({
      name: 'countWords',
      label: 'Count the words',
      keys: 'Alt+Shift+W',
      enabled: true,
      isForProject: true,
      checked: null,
    });
  });

  test('the list of shortcuts has it, and the shortcut can be changed', async () => {
    const { entriesOfGroup } = await load('renderer/features/shortcuts/keyboard-shortcuts-dialog.tsx');
    const { setShortcut } = await load('renderer/commands/custom-shortcuts.ts');
    const { getAction } = await load('renderer/commands/action-registry.ts');
    expect(entriesOfGroup('Story')).toContainEqual({ keys: ['Alt+Shift+W'], label: 'Count the words' });
    setShortcut(getAction('countWords'), 'Alt+0');
    expect(entriesOfGroup('Story')).toContainEqual({ keys: ['Alt+0'], label: 'Count the words' });
  });

  test('the toolbar in which it places itself has a button for it', async () => {
    const { ToolbarButtons } = await load('renderer/commands/action-button.tsx');
    const buttons = namesOf(renderToStaticMarkup(<ToolbarButtons menu="project.find" />));
    expect(buttons).toContain('Count the words');
  });

  test('it runs', async () => {
    const events: string[] = [];
    const { runAction } = await load('renderer/commands/action-registry.ts');
    const before = Reflect.get(globalThis, 'document');
    Object.assign(globalThis, { document: { dispatchEvent: ({ type }: Event) => events.push(type) } });
    runAction('countWords');
    Object.assign(globalThis, { document: before });
    expect(events).toEqual(['words-counted']);
  });
});

const namesOf = (html: string): string[] => [...html.matchAll(/aria-label="([^"]+)"/g)].map(([, name = '']) => name);
