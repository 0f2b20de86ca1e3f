import { resolve } from 'node:path';
import type { Delivery, Target } from '../../../shared/contracts/targets.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice, requireOption } from '../define-command.ts';
import { formatCount, formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';
import { parseTargetSettings, targetOptionHelp, targetOptions, targetUsage } from './target-options.ts';

/** Targets: folders of game projects into which a story is exported whenever it changes. */
export const targetCommands = [
  defineCliCommand({
    name: 'target add',
    usage: `HASH --folder DIR [--engine ${exporterIds.join('|')}] ${targetUsage}`,
    description: 'exports a project into a game project from now on',
    optionHelp: targetOptionHelp,
    positionals: ['HASH'],
    options: { folder: { type: 'string' }, engine: { type: 'string' }, ...targetOptions },
    async run({ positionals: [hash = ''], values }, session) {
      const wanted = parseChoice('--engine', values.engine, exporterIds);
      const folder = resolve(requireOption('--folder', values.folder));
      const settings = parseTargetSettings(values);
      const target = await session().invoke('target.add', { hash, folder, ...(wanted && { engine: wanted }), settings });
      const { id, engine, files, status } = target;
      const isThere = status.state !== 'blocked' && status.state !== 'changedByOthers';
      const text = [`Target ${id} writes ${engine} into ${target.folder}:`, ...files.map((file) => `  ${file}`)];
      return {
        value: { id, engine, folder: target.folder, files },
        text: [...text, ...(isThere ? [] : [status.sentence])].join('\n'),
        exitCode: isThere ? 0 : 1,
      };
    },
  }),
  defineCliCommand({
    name: 'target set',
    usage: `ID [--on] [--off] [--main-locale] [--all-boards] ${targetUsage}`,
    description: 'changes what a target writes; only what is named changes',
    optionHelp: [['--off, --on', 'pauses it, or lets it go on'], ...targetOptionHelp],
    positionals: ['ID'],
    options: { on: { type: 'boolean' }, off: { type: 'boolean' }, ...targetOptions },
    async run({ positionals: [id = ''], values }, session) {
      const settings = parseTargetSettings(values);
      const { on, off } = values;
      if (on && off) throw new UsageError('--on and --off do not go together.');
      const isOn = on ? true : off ? false : undefined;
      if (isOn === undefined && Object.keys(settings).length === 0) throw new UsageError('target set wants something to change.');
      const target = await session().invoke('target.change', { id, settings: { ...settings, ...(isOn !== undefined && { on: isOn }) } });
      return { value: toTargetJson(target), text: `Target ${id}: ${target.status.sentence}` };
    },
  }),
  defineCliCommand({
    name: 'target list',
    usage: '',
    description: 'lists the targets and how they are',
    positionals: [],
    options: {},
    async run(_, session) {
      const targets = await session().invoke('target.list', {});
      const rows = targets.map(({ id, hash, engine, folder, status }) => [id, hash, engine, status.sentence, folder]);
      const text = rows.length > 0 ? formatTable(['target', 'project', 'engine', 'state', 'folder'], rows) : 'There are no targets yet.';
      return { value: targets.map(toTargetJson), text };
    },
  }),
  defineCliCommand({
    name: 'target run',
    usage: '[ID] [--dry-run]',
    description: 'exports now, to one target or to all; --dry-run only says what it would do',
    positionals: ['[ID]'],
    options: { 'dry-run': { type: 'boolean' } },
    async run({ positionals: [id], values }, session) {
      const dryRun = values['dry-run'] ?? false;
      const done = await session().invoke('target.run', { ...(id !== undefined && { id }), dryRun });
      const text = done.length > 0 ? done.map((delivery) => formatDelivery(delivery, dryRun)).join('\n') : 'There are no targets to run.';
      return { value: done.map(({ id: of, written, removed }) => ({ id: of, written, removed })), text };
    },
  }),
  defineCliCommand({
    name: 'target remove',
    usage: 'ID',
    description: 'ends a target',
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      await session().invoke('target.remove', { id });
      return { value: { id }, text: `Target ${id} has been removed.` };
    },
  }),
];

function toTargetJson({ id, hash, engine, folder, status, ...settings }: Target) {
  return { id, hash, engine, folder, ...status, ...settings };
}

function formatDelivery({ id, written, removed }: Delivery, dryRun: boolean): string {
  if (written.length + removed.length === 0) return `${id}: ${dryRun ? 'there is nothing to write' : 'everything was up to date'}.`;
  const would = dryRun ? 'would write' : 'wrote';
  const remove = dryRun ? 'would remove' : 'removed';
  return [
    `${id}: ${would} ${formatCount(written.length, 'file')}${removed.length > 0 ? `, ${remove} ${removed.length}` : ''}.`,
    ...written.map((path) => `  + ${path}`),
    ...removed.map((path) => `  - ${path}`),
  ].join('\n');
}
