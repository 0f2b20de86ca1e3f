/** The command of sync: whole records from the remote, and ids that the remote has assigned. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { asMap, createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const given = '99999999-0000-4000-8000-000000000001';

function open() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  return { engine, ...createTestStory(engine, environment) };
}
const nothing = { do: 'replaceRecords', renamedIds: [], put: [], removedIds: [] } as const;

describe('applying remote changes', () => {
  test('a new id replaces the old one in references, mentions and the undo history', () => {
    const { engine, hash, project, build, send } = open();
    const person = build('component', { name: 'Ada' });
    const mention = `<p><span class="mention-component mention" data-id="${person.id}" data-label="Ada" data-type="component">Ada</span></p>`;
    const element = build('element', { content: mention });
    build('componentAttachment', { elementId: element.id, componentId: person.id });
    send({ ...nothing, renamedIds: [[person.id, given]] }, 'remote');
    expect(project.has(person.id)).toBe(false);
    expect(project.find('component', given)?.name.en?.text).toBe('Ada');
    expect(project.find('element', element.id)?.content.en?.text).toContain(`data-id="${given}"`);
    expect(project.children('componentAttachment', element.id, 'components').map(({ componentId }) => componentId)).toEqual([given]);
    expect(findProjectErrors(project.records())).toEqual([]);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(project.has(given)).toBe(false);
    engine.redo(hash);
    expect(project.find('component', given)?.name.en?.text).toBe('Ada');
  });

  test('the new id of a record that was removed meanwhile is the one that undo and restore bring back', () => {
    const { engine, hash, project, build } = open();
    const note = build('note', { content: '<p>one</p>' });
    engine.undo(hash);
    const { version } = engine.getVersion(hash);
    const rename = { ...nothing, renamedIds: [[note.id, given]] } as const;
    engine.execute(hash, rename, 'remote', [{ store: 'sync', put: [{ id: 'alias', value: given }] }]);
    expect([engine.getVersion(hash).version, project.countOfKind('note')]).toEqual([version, 0]);
    expect(engine.openKeyValueStore('sync').get('alias')).toBe(given);
    engine.redo(hash);
    expect(project.find('note', given)?.content).toBe('<p>one</p>');
    engine.undo(hash);
    expect(engine.listRemovedRecords(hash).records.map(({ record }) => record.id)).toEqual([given]);
  });

  test('the type of an asset changes together with the removal of its last use, and not while it stays in use', () => {
    const { project, build, send } = open();
    const sound = build('asset', { name: 'Wind', type: 'audio' });
    const [used, other] = [1, 2].map(() => build('audioAttachment', { assetId: sound.id }).id);
    const put = [asMap({ ...sound, type: 'image' })];
    expect(() => send({ ...nothing, put, removedIds: [used ?? ''] }, 'remote')).toThrow('used as audio');
    send({ ...nothing, put, removedIds: [used ?? '', other ?? ''] }, 'remote');
    expect(project.find('asset', sound.id)?.type).toBe('image');
    expect(findProjectErrors(project.records())).toEqual([]);
  });

  test('a record can be placed before, between and behind records whose ranks have become equal', () => {
    const { project, build, send } = open();
    const ids = [1, 2, 3].map((at) => build('variable', { name: `v${at}` }).id);
    const list = () => project.childIds(null, 'variables');
    const rank = project.get(ids[0] ?? '')?.rank;
    send({ ...nothing, put: project.children('variable', null, 'variables').map((each) => asMap({ ...each, rank })) }, 'remote');
    const equal = list();
    for (const [index, at] of ([2, 1, 0, '-'] as const).entries())
      send({ do: 'create', kind: 'variable', fields: { name: `new${index}`, value: '' }, at }, 'user');
    expect(list().filter((id) => equal.includes(id))).toEqual(equal);
    expect(list()).toHaveLength(7);
  });

  test('records are stored unchanged, and removals cascade to dependents', () => {
    const { project, build, send } = open();
    const connection = build('connection');
    const note = build('note', { content: '<p>one</p>' });
    const put = [asMap({ ...note, content: '<p>two</p>' })];
    send({ ...nothing, put, removedIds: [connection.sourceid] }, 'remote');
    expect(project.find('note', note.id)?.content).toBe('<p>two</p>');
    expect(project.has(connection.id)).toBe(false);
    expect(findProjectErrors(project.records())).toEqual([]);
  });

  test('an invalid record is reported, and nothing is applied', () => {
    const { project, build, send } = open();
    const note = build('note');
    const faulty = asMap({ ...note, x: -1 });
    expect(() => send({ ...nothing, put: [faulty], removedIds: [build('element').id] }, 'remote')).toThrow(`${note.id}.x`);
    expect(project.countOfKind('element')).toBe(1);
  });

  test('only sync can send it, and an id in use is not reassigned', () => {
    const { build, send } = open();
    const [one, two] = [build('note'), build('note')];
    expect(() => send(nothing as Command, 'user')).toThrow('Only sync');
    expect(() => send({ ...nothing, renamedIds: [[one.id, two.id]] }, 'remote')).toThrow('already in use');
  });
});
