/** Every version of a record from the journal, and the way back to one of them. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

function opened() {
  const engine = openEngine(null, stillWorld());
  const { hash, project, send } = story(engine, stillWorld(7));
  const [board] = [...project.all('board')].filter(({ type }) => type === 'board');
  const fields = { boardId: board?.id ?? '', x: 10, y: 10, title: '<p>One</p>' };
  const { ids } = engine.send(hash, { do: 'create', kind: 'element', fields }, 'user');
  const id = ids[0] ?? '';
  const title = (text: string, origin: 'user' | 'remote' | 'api' = 'user') =>
    engine.send(hash, { do: 'change', kind: 'element', id, fields: { title: `<p>${text}</p>` } }, origin);
  const titles = () => engine.versionsOf(hash, id).map(({ record, by }) => [by, record && JSON.stringify(record.title)]);
  return { engine, hash, project, id, title, titles, send };
}
const titled = (text: string) => JSON.stringify({ en: { text: `<p>${text}</p>` } });

test('[history] a record is told as it was, newest first, with who changed it', () => {
  const { engine, hash, id, title, titles } = opened();
  title('Two');
  title('Three', 'api');
  engine.send(hash, { do: 'remove', kind: 'element', id }, 'user');
  expect(titles()).toEqual([
    ['user', null],
    ['api', titled('Three')],
    ['user', titled('Two')],
    ['user', titled('One')],
  ]);
});

test('[history] what was there from the beginning has its first version', () => {
  const { engine, hash, project } = opened();
  const versions = engine.versionsOf(hash, project.mainLocale === 'en' ? ([...project.all('board')][0]?.id ?? '') : '');
  expect(versions.map(({ by }) => by)).toEqual(['import']);
});

test('[history] a version is brought back in one step, which can be undone', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  title('Three');
  engine.restore(hash, id, newVersion);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
  engine.undo(hash);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Three'));
  engine.redo(hash);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
});

test('[history] what is gone comes back under its id, and goes again', () => {
  const { engine, hash, project, id, title } = opened();
  const { newVersion } = title('Two');
  const gone = engine.send(hash, { do: 'remove', kind: 'element', id }, 'user');
  engine.restore(hash, id, newVersion);
  expect(JSON.stringify(project.at(id)?.title)).toBe(titled('Two'));
  engine.restore(hash, id, gone.newVersion);
  expect(project.has(id)).toBe(false);
  expect(() => engine.restore(hash, id, 9999)).toThrow('There is no version 9999.');
});
