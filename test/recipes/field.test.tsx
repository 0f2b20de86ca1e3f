/**
 * The recipe "a field": a new text field of elements, plain or with a text for each language, is one line in the kind, one in the inspector and one message.
 * Both are added to a copy of the sources; a process there walks them through REST, sync, exports, imports, history, undo and a data folder of the version
 * before.
 */
import { join } from 'node:path';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldRecipe } from './recipes.ts';
import { copySources, type SourceCopy } from './source-copy.ts';

interface Walk {
  readonly oldRecord: { mood: unknown };
  readonly restored: { mood: unknown };
  readonly created: number;
  readonly read: unknown;
  readonly changed: readonly unknown[];
  readonly wrong: { status: number; json: { errors: Record<string, string> } };
  readonly cleared: readonly unknown[];
  readonly openApi: Readonly<Record<'create' | 'update' | 'reply', unknown>>;
  readonly history: readonly { label: string; before: string; after: string }[];
  readonly undone: unknown;
  readonly redone: unknown;
  readonly exported: readonly unknown[];
  readonly withoutMood: number;
  readonly imported: readonly unknown[];
  readonly received: unknown;
  readonly sent: readonly unknown[];
  readonly receivedLater: unknown;
  readonly conflicts: number;
  readonly subtitle: Readonly<
    Record<'read' | 'wrong' | 'exported' | 'inAllLanguages' | 'imported' | 'received' | 'sent' | 'rows', unknown>
  >;
}

describe('recipe: a field', () => {
  let copy: SourceCopy;
  let walk: Walk;
  beforeAll(async () => {
    copy = copySources();
    const data = join(copy.folder, 'out-test', 'data');
    await copy.run('test/recipes/field-walk.ts', 'before', data);
    await fieldRecipe.perform(copy);
    // The walk prints what it saw in the form of Walk.
    walk = (await copy.run('test/recipes/field-walk.ts', 'after', data)) as Walk;
  });
  afterAll(() => copy.remove());

  test('touches three files by hand', () => expect(copy.changes().byHand).toEqual(fieldRecipe.files.byHand));

  test('REST creates, reads, changes and clears it, and rejects values that are not text', () => {
    expect([walk.created, walk.read]).toEqual([201, 'calm']);
    expect(walk.changed).toEqual([200, 'tense']);
    expect(walk.cleared).toEqual([200, null]);
    expect(walk.wrong.status).toBe(400);
    expect(Object.keys(walk.wrong.json.errors)).toEqual(['mood']);
  });

  test('the OpenAPI document describes it in both bodies and in the reply', () => {
    const text = { type: ['string', 'null'] };
    expect(walk.openApi).toEqual({ create: { ...text, default: null }, update: text, reply: text });
  });

  test('the history names the change, undo reverts it and redo applies it again', () => {
    expect(walk.history).toMatchObject([{ label: 'Mood', before: 'calm', after: 'eager' }]);
    expect([walk.undone, walk.redone]).toEqual(['calm', 'eager']);
  });

  test('exports contain it where it is set, and the import reads it', () => {
    expect(walk.exported).toEqual(['eager', true, 'eager']);
    expect(walk.withoutMood).toBeGreaterThan(0);
    expect(walk.imported).toEqual([201, 'eager']);
  });

  test('sync receives it, sends a change and a new record, and receives a later change', () => {
    expect(walk.received).toBe('eager');
    expect(walk.sent).toEqual(['sent', 'made elsewhere']);
    expect(walk.receivedLater).toBe('changed at the other side');
    expect(walk.conflicts).toBe(0);
  });

  test('a data folder of the version before opens: stored and restored records have the default', () => {
    expect(walk.oldRecord).toEqual({ mood: null });
    expect(walk.restored).toEqual({ mood: null });
  });

  test('a localized field is created, changed and checked over REST, and translated like the others', () => {
    const text = { en: { text: '<p>By night</p>' } };
    expect(walk.subtitle.read).toEqual(text);
    expect(walk.subtitle.wrong).toEqual([400, ['subtitle']]);
    expect(walk.subtitle.rows).toEqual([[true, 'subtitle']]);
  });

  test('exports contain a localized field in their language or in all of them, and the import reads both', () => {
    const text = { en: { text: '<p>By night</p>' } };
    expect(walk.subtitle.exported).toEqual(['<p>By night</p>', null, '<p>By night</p>']);
    expect(walk.subtitle.inAllLanguages).toEqual([text, false]);
    expect(walk.subtitle.imported).toEqual([text, text]);
  });

  test('sync receives and sends a localized field', () => {
    expect(walk.subtitle.received).toEqual({ en: { text: '<p>By night</p>' } });
    expect(walk.subtitle.sent).toEqual({ en: { text: '<p>Sent</p>' } });
  });

  test('the inspector shows both, the plain one with its label', async () => {
    const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));
    const { openProjectStore } = await load('renderer/state/open-project.ts');
    const { Project } = await load('shared/model/project.ts');
    const { ElementPanel } = await load('renderer/features/inspector/element-panel.tsx');
    const { kinds } = await load('shared/model/kinds/kinds.ts');
    const roots = { board: 'root', component: 'components', asset: 'assets', variable: 'variables' };
    const project = new Project([
      { kind: 'project', id: 'project', rank: '', ...kinds.project.defaults, name: 'Story', roots },
      { kind: 'board', id: 'b', rank: 'a0', ...kinds.board.defaults, parentId: null, name: 'Board' },
      { kind: 'element', id: 'e', rank: 'a0', boardId: 'b', x: 0, y: 0, ...kinds.element.defaults, mood: 'uneasy' },
    ]);
    Object.assign(openProjectStore.getInitialState(), { hash: 'h', project });
    openProjectStore.setState({ hash: 'h', project });
    // The editor of rich texts needs a browser: the panel's own content is looked through, and the new field is rendered.
    let panel: ReactNode = null;
    const Panel = () => {
      panel = ElementPanel({ id: 'e' });
      return null;
    };
    renderToStaticMarkup(<Panel />);
    const found = elementsIn(panel).find(({ props }) => props.field === 'mood');
    expect(elementsIn(panel).some(({ props }) => props.field === 'subtitle')).toBe(true);
    const html = renderToStaticMarkup(found);
    expect(html).toContain('data-field="element.mood"');
    expect(html).toMatch(/>Mood<[\s\S]*value="uneasy"/);
  });
});

/** Every element of a tree that has been described and not rendered. */
function elementsIn(node: ReactNode): ReactElement<Readonly<Record<string, ReactNode>>>[] {
  return Children.toArray(node).flatMap((child) =>
    isValidElement<Readonly<Record<string, ReactNode>>>(child) ? [child, ...elementsIn(child.props.children)] : [],
  );
}
