/** What must hold for every kind of record, as loops over the definitions. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../main/engine/engine.ts';
import { allKinds } from '../../shared/model/kinds/kinds.ts';
import { findProjectErrors } from '../project-errors.ts';
import { createTestStory } from '../story-builder.ts';
import { createTestEnvironment } from '../test-environment.ts';

const open = () => {
  const world = createTestEnvironment();
  const engine = openEngine(null, world);
  return { engine, ...createTestStory(engine, world) };
};
const recordsOf = (project: { records(): Iterable<{ id: string }> }) =>
  new Map([...project.records()].map((record) => [record.id, record]));

describe.each(allKinds.map((kind) => [kind.kind, kind] as const))('every %s', (name, kind) => {
  test('has defaults only for fields it has, and a parent that is one of its references', () => {
    for (const field of Object.keys(kind.defaults)) expect(kind.fields).toHaveProperty(field);
    for (const { parentField } of kind.orders) if (parentField !== null) expect(kind.references).toHaveProperty(parentField);
    for (const path of Object.keys(kind.references)) expect(kind.fields).toHaveProperty(path.split('.')[0] ?? '');
  });

  test('can be made, is valid, and is announced with its place', () => {
    const { project, build } = open();
    const made = build(name);
    expect(project.get(made.id)).toEqual(made);
    expect(findProjectErrors(project.records())).toEqual([]);
    for (const order of kind.orders)
      expect(
        project.childIds(
          order.parentField === null ? null : String((made as unknown as Record<string, unknown>)[order.parentField]),
          order.list,
        ),
      ).toContain(made.id);
  });

  test('comes back whole when its removal is undone, and goes again when that is redone', () => {
    if (name === 'project') return;
    const { engine, hash, project, build, send } = open();
    const made = build(name);
    const before = recordsOf(project);
    send({ do: 'remove', kind: name, id: made.id });
    const removed = recordsOf(project);
    expect(removed.has(made.id)).toBe(false);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(recordsOf(project)).toEqual(before);
    expect(engine.redo(hash).skipped).toEqual([]);
    expect(recordsOf(project)).toEqual(removed);
  });

  test('a change that changes nothing leaves the version and answers versionTime null [Version envelope]', () => {
    const { project, build, send } = open();
    const made = build(name) as unknown as Record<string, unknown>;
    const field =
      ['name', 'content', 'x', 'script', 'theme', 'mode', 'size', 'componentId'].find((each) => each in made && each in kind.fields) ?? '';
    const reply = send({ do: 'change', kind: name, id: String(made.id), fields: { [field]: made[field] } } as never);
    expect(reply.newVersion).toBe(reply.version);
    expect(reply.versionTime).toBeNull();
    expect(project.get(String(made.id))).toEqual(made);
  });

  test('an unknown field is refused by its name and nothing happens [Common conventions]', () => {
    const { project, build, send } = open();
    const made = build(name);
    const before = recordsOf(project);
    expect(() => send({ do: 'change', kind: name, id: made.id, fields: { colour: 'red' } } as never)).toThrow(/colour/);
    expect(recordsOf(project)).toEqual(before);
  });
});
