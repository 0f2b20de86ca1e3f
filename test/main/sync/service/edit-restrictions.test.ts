/** [G20] Changes that the remote of a synced project can never accept are rejected: over REST as service.md specifies, and by undo. */

import { expect, test } from 'vitest';
import { accountsStoreName, openAccounts } from '../../../../main/accounts/accounts.ts';
import { openFileStore } from '../../../../main/assets/file-store.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { openExportEventStream } from '../../../../main/rest-api/handlers/export-event-stream.ts';
import { openRateLimiter } from '../../../../main/rest-api/rate-limiter.ts';
import { createRestApi } from '../../../../main/rest-api/rest-api.ts';
import { withSyncRules } from '../../../../main/sync/service/edit-restrictions.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const says = 'cannot be changed here: the project is mirrored';

/** A rule that rejects changes of a board's name. */
function opened() {
  const environment = createTestEnvironment();
  const raw = openEngine(null, environment);
  const made = createTestStory(raw, environment);
  const rule = {
    assertCommandAllowed(_hash: string, command: Command) {
      const commands = command.do === 'batch' ? command.commands : [command];
      if (commands.some((each) => each.do === 'change' && each.kind === 'board'))
        throw new Problem('invalid', verbatim(`name ${says}.`), { errors: { name: verbatim(says) } });
    },
    revertBlockReason: () => (_: unknown, field: string | null) => (field === 'name' ? verbatim(says) : undefined),
  };
  return { ...made, raw, environment, engine: withSyncRules(raw, () => rule) };
}

test('a write over REST is a 400 with its field and changes nothing', async () => {
  const { engine, raw, environment, hash, board } = opened();
  const accounts = openAccounts(raw.openKeyValueStore(accountsStoreName), environment);
  raw.writeRows([accounts.projectAssignmentWrites(hash, accounts.workspace().id)]);
  const { key } = accounts.createKey({ name: 'k', permissions: ['project:read', 'project:write'] });
  const rateLimiter = openRateLimiter(raw.openKeyValueStore('rate-limits'), environment);
  const fileStore = openFileStore(null, raw.openKeyValueStore('files'), environment);
  const service = createRestApi({
    engine,
    accounts,
    rateLimiter,
    fileStore,
    exportEvents: openExportEventStream({ accounts, engine }),
    environment,
    withExportSnapshot: (of, work) => work(engine.getProject(of)),
    removeProject: () => undefined,
    runJob: (work) => work({ isCancelled: () => false, throwIfCancelled: () => undefined }),
    backUpBeforeImport: async () => undefined,
    log: () => undefined,
  });
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Other' });
  const answer = await service.handle(new Request(`http://x/api/v1/${hash}/board/${board}`, { method: 'PATCH', headers, body }));
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { title: 'The request is not valid', status: 400, detail: `name ${says}.`, errors: { name: says }, errorCode: 0 },
  ]);
  expect(raw.getVersion(hash).version).toBe(1);
});

test('undo skips and reports what may not be reverted, and reverts the rest', () => {
  const { engine, raw, hash, project, board, send } = opened();
  send({
    do: 'batch',
    commands: [
      { do: 'change', kind: 'board', id: board, fields: { name: 'Other' } },
      { do: 'addLocale', locale: { iso: 'fr', name: 'F', base: 'en' } },
    ],
  });
  expect(engine.undo(hash).skipped.map((each) => t(each))).toEqual([`“Name” ${says}.`]);
  expect([project.get(board)?.name, project.projectRecord.locales.some(({ iso }) => iso === 'fr')]).toEqual(['Other', false]);
  raw.redo(hash);
  // Sync itself uses the engine without these rules.
  raw.execute(hash, { do: 'change', kind: 'board', id: board, fields: { name: 'By the mirror' } }, 'user');
  expect(() => engine.execute(hash, { do: 'change', kind: 'board', id: board, fields: { name: 'Mine' } }, 'user')).toThrow(says);
});
