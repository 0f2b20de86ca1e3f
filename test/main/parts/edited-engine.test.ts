/** [G20] What cannot get to the remote of a mirrored project is refused to whoever edits: over REST as service.md says it, and by undo. */
import { expect, test } from 'vitest';
import { openVault } from '../../../main/assets/vault.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { editedEngine } from '../../../main/parts/edited-engine.ts';
import { openPeople } from '../../../main/people/people.ts';
import { peopleShelf } from '../../../main/people/people-rows.ts';
import { openQuotas } from '../../../main/service/quotas.ts';
import { openService } from '../../../main/service/service.ts';
import type { Command } from '../../../shared/commands.ts';
import { Problem } from '../../../shared/problem.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

const says = 'cannot be changed here: the project is mirrored';

/** A rule that lets no name of a board change. */
function opened() {
  const world = stillWorld();
  const raw = openEngine(null, world);
  const made = story(raw, world);
  const rule = {
    mustBeAllowed(_hash: string, command: Command) {
      const commands = command.do === 'batch' ? command.commands : [command];
      if (commands.some((each) => each.do === 'change' && each.kind === 'board'))
        throw new Problem('invalid', `name ${says}.`, { errors: { name: says } });
    },
    whyNotBack: () => (_: unknown, field: string | null) => (field === 'name' ? says : undefined),
  };
  return { ...made, raw, world, engine: editedEngine(raw, () => rule) };
}

test('a write over REST is a 400 with its field, and nothing is changed', async () => {
  const { engine, raw, world, hash, board } = opened();
  const people = openPeople(raw.shelf(peopleShelf), world);
  raw.lay([people.projectRow(hash, people.workspace().id)]);
  const { key } = people.createKey({ name: 'k', permissions: ['project:read', 'project:write'] });
  const quotas = openQuotas(raw.shelf('quotas'), world);
  const vault = openVault(null, raw.shelf('files'), world);
  const service = openService({
    engine,
    people,
    quotas,
    vault,
    world,
    still: (of, work) => work(engine.project(of)),
    removeProject: () => undefined,
    log: () => undefined,
  });
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Other' });
  const answer = await service.handle(new Request(`http://x/api/v1/${hash}/board/${board}`, { method: 'PATCH', headers, body }));
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { title: 'The request is not valid', status: 400, detail: `name ${says}.`, errors: { name: says }, errorCode: 0 },
  ]);
  expect(raw.versionOf(hash).version).toBe(1);
});

test('undo leaves what may not be taken back and says so, and takes back the rest', () => {
  const { engine, raw, hash, project, board, send } = opened();
  send({
    do: 'batch',
    commands: [
      { do: 'change', kind: 'board', id: board, fields: { name: 'Other' } },
      { do: 'addLocale', locale: { iso: 'fr', name: 'F', base: 'en' } },
    ],
  });
  expect(engine.undo(hash).left).toEqual([`name ${says}.`]);
  expect([project.at(board)?.name, project.root.locales.some(({ iso }) => iso === 'fr')]).toEqual(['Other', false]);
  raw.redo(hash);
  // The mirror itself works with the engine as it is.
  raw.send(hash, { do: 'change', kind: 'board', id: board, fields: { name: 'By the mirror' } }, 'user');
  expect(() => engine.send(hash, { do: 'change', kind: 'board', id: board, fields: { name: 'Mine' } }, 'user')).toThrow(says);
});
