import { resolve } from 'node:path';
import { exportFormats } from '../../shared/findings.ts';
import type { Delivery, Target } from '../../shared/targets.ts';
import { defineCommand, needed, oneOf } from './command-entry.ts';
import { count, table } from './text.ts';

/** Targets: folders of game projects into which a story is exported whenever it changes. */
export const targetCommands = [
  defineCommand({
    name: 'target add',
    usage: 'HASH --folder DIR [--engine json|unity|unreal|godot] [--locale L]…',
    does: 'exports a project into a game project from now on',
    words: ['HASH'],
    options: { folder: { type: 'string' }, engine: { type: 'string' }, locale: { type: 'string', multiple: true } },
    async run({ words: [hash = ''], values }, session) {
      const wanted = oneOf('--engine', values.engine, exportFormats);
      const target = await session().ask('target.add', {
        hash,
        folder: resolve(needed('--folder', values.folder)),
        ...(wanted && { engine: wanted }),
        ...(values.locale && { settings: { locales: values.locale } }),
      });
      const { id, engine, folder, files } = target;
      return {
        value: { id, engine, folder, files },
        text: [`Target ${id} writes ${engine} into ${folder}:`, ...files.map((file) => `  ${file}`)].join('\n'),
      };
    },
  }),
  defineCommand({
    name: 'target list',
    usage: '',
    does: 'lists the targets and how they are',
    words: [],
    options: {},
    async run(_, session) {
      const targets = await session().ask('target.list', {});
      const rows = targets.map(({ id, hash, engine, folder, status }) => [id, hash, engine, status.sentence, folder]);
      const text = rows.length > 0 ? table(['target', 'project', 'engine', 'state', 'folder'], rows) : 'There are no targets yet.';
      return { value: targets.map(flat), text };
    },
  }),
  defineCommand({
    name: 'target run',
    usage: '[ID] [--dry-run]',
    does: 'exports now, to one target or to all; --dry-run only says what it would do',
    words: ['[ID]'],
    options: { 'dry-run': { type: 'boolean' } },
    async run({ words: [id], values }, session) {
      const dryRun = values['dry-run'] ?? false;
      const done = await session().ask('target.run', { ...(id !== undefined && { id }), dryRun });
      const text = done.length > 0 ? done.map((delivery) => deliveryText(delivery, dryRun)).join('\n') : 'There are no targets to run.';
      return { value: done.map(({ id: of, written, removed }) => ({ id: of, written, removed })), text };
    },
  }),
  defineCommand({
    name: 'target remove',
    usage: 'ID',
    does: 'ends a target',
    words: ['ID'],
    options: {},
    async run({ words: [id = ''] }, session) {
      await session().ask('target.remove', { id });
      return { value: { id }, text: `Target ${id} has been removed.` };
    },
  }),
];

function flat({ id, hash, engine, folder, locales, fallbackContents, on, status }: Target) {
  return { id, hash, engine, folder, ...status, locales, fallbackContents, on };
}

function deliveryText({ id, written, removed }: Delivery, dryRun: boolean): string {
  if (written.length + removed.length === 0) return `${id}: ${dryRun ? 'there is nothing to write' : 'everything was up to date'}.`;
  const would = dryRun ? 'would write' : 'wrote';
  const remove = dryRun ? 'would remove' : 'removed';
  return [
    `${id}: ${would} ${count(written.length, 'file')}${removed.length > 0 ? `, ${remove} ${removed.length}` : ''}.`,
    ...written.map((path) => `  + ${path}`),
    ...removed.map((path) => `  - ${path}`),
  ].join('\n');
}
