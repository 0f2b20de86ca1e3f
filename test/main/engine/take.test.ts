/** A mirror's command: whole records from elsewhere, and ids that the other place has given. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Command } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { story } from '../../build.ts';
import { faultsOf } from '../../valid-project.ts';
import { stillWorld } from '../../world.ts';

const given = '99999999-0000-4000-8000-000000000001';

function open() {
  const world = stillWorld();
  const engine = openEngine(null, world);
  return { engine, ...story(engine, world) };
}
const nothing = { do: 'take', renamed: [], put: [], gone: [] } as const;

describe('taking in what another place has', () => {
  test('a record goes by its new id in references, mentions and what can be undone', () => {
    const { engine, hash, project, build, send } = open();
    const person = build('component', { name: 'Ada' });
    const mention = `<p><span class="mention-component mention" data-id="${person.id}" data-label="Ada" data-type="component">Ada</span></p>`;
    const element = build('element', { content: mention });
    build('componentAttachment', { elementId: element.id, componentId: person.id });
    send({ ...nothing, renamed: [[person.id, given]] }, 'remote');
    expect(project.has(person.id)).toBe(false);
    expect(project.find('component', given)?.name.en?.text).toBe('Ada');
    expect(project.find('element', element.id)?.content.en?.text).toContain(`data-id="${given}"`);
    expect(project.children('componentAttachment', element.id, 'components').map(({ componentId }) => componentId)).toEqual([given]);
    expect(faultsOf(project.records())).toEqual([]);
    expect(engine.undo(hash).left).toEqual([]);
    expect(engine.undo(hash).left).toEqual([]);
    expect(engine.undo(hash).left).toEqual([]);
    expect(project.has(given)).toBe(false);
    engine.redo(hash);
    expect(project.find('component', given)?.name.en?.text).toBe('Ada');
  });

  test('records come as they are, and what is gone takes along what needs it', () => {
    const { project, build, send } = open();
    const connection = build('connection');
    const note = build('note', { content: '<p>one</p>' });
    const put = [{ ...note, content: '<p>two</p>' } as unknown as AnyRecord];
    send({ ...nothing, put, gone: [connection.sourceid] }, 'remote');
    expect(project.find('note', note.id)?.content).toBe('<p>two</p>');
    expect(project.has(connection.id)).toBe(false);
    expect(faultsOf(project.records())).toEqual([]);
  });

  test('a faulty record is named, and nothing of the whole is taken', () => {
    const { project, build, send } = open();
    const note = build('note');
    const faulty = { ...note, x: -1 } as unknown as AnyRecord;
    expect(() => send({ ...nothing, put: [faulty], gone: [build('element').id] }, 'remote')).toThrow(`${note.id}.x`);
    expect(project.count('element')).toBe(1);
  });

  test('nobody but a mirror can send it, and an id that is taken stays whose it is', () => {
    const { build, send } = open();
    const [one, two] = [build('note'), build('note')];
    expect(() => send(nothing as Command, 'user')).toThrow('Only a mirror');
    expect(() => send({ ...nothing, renamed: [[one.id, two.id]] }, 'remote')).toThrow('already taken');
  });
});
