import { resolve } from 'node:path';
import { exportFormats } from '../../shared/findings.ts';
import type { Delivery, Target } from '../../shared/targets.ts';
import { defineCommand, needed, oneOf } from './command-entry.ts';
import { settingsOf, targetExplains, targetOptions, targetUsage } from './target-options.ts';
import { count, table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Targets: folders of game projects into which a story is exported whenever it changes. */
export const targetCommands = [
  defineCommand({
    name: 'target add',
    usage: `HASH --folder DIR [--engine json|unity|unreal|godot] ${targetUsage}`,
    does: 'exports a project into a game project from now on',
    explains: targetExplains,
    words: ['HASH'],
    options: { folder: { type: 'string' }, engine: { type: 'string' }, ...targetOptions },
    async run({ words: [hash = ''], values }, session) {
      const wanted = oneOf('--engine', values.engine, exportFormats);
      const folder = resolve(needed('--folder', values.folder));
      const settings = settingsOf(values);
      const target = await session().ask('target.add', { hash, folder, ...(wanted && { engine: wanted }), settings });
      const { id, engine, files, status } = target;
      const isThere = status.state !== 'blocked' && status.state !== 'changedByOthers';
      const text = [`Target ${id} writes ${engine} into ${target.folder}:`, ...files.map((file) => `  ${file}`)];
      return {
        value: { id, engine, folder: target.folder, files },
        text: [...text, ...(isThere ? [] : [status.sentence])].join('\n'),
        exit: isThere ? 0 : 1,
      };
    },
  }),
  defineCommand({
    name: 'target set',
    usage: `ID [--on] [--off] [--main-locale] [--all-boards] ${targetUsage}`,
    does: 'changes what a target writes; only what is named changes',
    explains: [['--off, --on', 'pauses it, or lets it go on'], ...targetExplains],
    words: ['ID'],
    options: { on: { type: 'boolean' }, off: { type: 'boolean' }, ...targetOptions },
    async run({ words: [id = ''], values }, session) {
      const settings = settingsOf(values);
      const { on, off } = values;
      if (on && off) throw new WrongUsage('--on and --off do not go together.');
      const isOn = on ? true : off ? false : undefined;
      if (isOn === undefined && Object.keys(settings).length === 0) throw new WrongUsage('target set wants something to change.');
      const target = await session().ask('target.change', { id, settings: { ...settings, ...(isOn !== undefined && { on: isOn }) } });
      return { value: flat(target), text: `Target ${id}: ${target.status.sentence}` };
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

function flat({ id, hash, engine, folder, status, ...settings }: Target) {
  return { id, hash, engine, folder, ...status, ...settings };
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
