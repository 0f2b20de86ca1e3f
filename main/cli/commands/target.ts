import { resolve } from 'node:path';
import type { Delivery, StoryComparison, Target, TargetVersion } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice, requireOption } from '../define-command.ts';
import { formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';
import { parseFlags, parseTargetSettings, targetOptionHelp, targetOptions, targetUsage } from './target-options.ts';
import { targetTakeCommand } from './target-take.ts';

/** Targets: folders of game projects that a story is exported to whenever it changes. */
export const targetCommands = [
  defineCliCommand({
    name: 'target add',
    usage: `HASH --folder DIR [--engine ${exporterIds.join('|')}] ${targetUsage}`,
    description: message('cli.target.add.description'),
    optionHelp: targetOptionHelp,
    positionals: ['HASH'],
    options: { folder: { type: 'string' }, engine: { type: 'string' }, ...targetOptions },
    async run({ positionals: [hash = ''], values }, session) {
      const wanted = parseChoice('--engine', values.engine, exporterIds);
      const folder = resolve(requireOption('--folder', values.folder));
      const settings = parseTargetSettings(values);
      const {
        invoke,
        translator: { t },
      } = session();
      const target = await invoke('target.add', { hash, folder, ...(wanted && { engine: wanted }), settings });
      const { id, engine, files, status } = target;
      const isThere = status.state !== 'blocked' && status.state !== 'changedByOthers';
      const text = [t('cli.target.add.done', { id, engine, folder: target.folder }), ...files.map((file) => `  ${file}`)];
      return {
        value: { id, engine, folder: target.folder, files },
        text: [...text, ...(isThere ? [] : [t(status.sentence)])].join('\n'),
        exitCode: isThere ? 0 : 1,
      };
    },
  }),
  defineCliCommand({
    name: 'target set',
    usage: `ID [--on] [--off] [--main-locale] [--all-boards] ${targetUsage}`,
    description: message('cli.target.set.description'),
    optionHelp: [{ option: '--off, --on', text: message('cli.target.options.pause') }, ...targetOptionHelp],
    positionals: ['ID'],
    options: { on: { type: 'boolean' }, off: { type: 'boolean' }, ...targetOptions },
    async run({ positionals: [id = ''], values }, session) {
      const settings = parseTargetSettings(values);
      const isOn = parseFlags('--on', values.on, '--off', values.off);
      if (isOn === undefined && Object.keys(settings).length === 0)
        throw new UsageError(message('cli.usage.nothingToChange', { command: 'target set' }));
      const { invoke, translator } = session();
      const target = await invoke('target.change', { id, settings: { ...settings, ...(isOn !== undefined && { on: isOn }) } });
      return { value: toTargetJson(target), text: translator.t('cli.target.status', { id, status: target.status.sentence }) };
    },
  }),
  defineCliCommand({
    name: 'target list',
    usage: '',
    description: message('cli.target.list.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, translator } = session();
      const { t } = translator;
      const targets = await invoke('target.list', {});
      const rows = targets.map(({ id, hash, engine, folder, status }) => [id, hash, engine, t(status.sentence), folder]);
      const text =
        rows.length > 0 ? formatTable(['target', 'project', 'engine', 'state', 'folder'], rows, translator) : t('cli.target.list.none');
      return { value: targets.map(toTargetJson), text };
    },
  }),
  defineCliCommand({
    name: 'target run',
    usage: '[ID] [--dry-run]',
    description: message('cli.target.run.description'),
    positionals: ['[ID]'],
    options: { 'dry-run': { type: 'boolean' } },
    async run({ positionals: [id], values }, session) {
      const dryRun = values['dry-run'] ?? false;
      const {
        invoke,
        translator: { t },
      } = session();
      const deliveries = await invoke('target.run', { ...(id !== undefined && { id }), dryRun });
      const lines: string[] = [];
      for (const delivery of deliveries) {
        lines.push(formatDelivery(delivery, dryRun ? 'dryRun' : 'run', t));
        if (!dryRun || delivery.written.length === 0) continue;
        const comparison = await invoke('target.storyChanges', { id: delivery.id, from: 'folder', to: 'story' });
        lines.push(...formatChanges(comparison, t).map((line) => `  ${line}`));
      }
      const text = lines.length > 0 ? lines.join('\n') : t('cli.target.run.none');
      return { value: deliveries.map(({ id: of, written, removed }) => ({ id: of, written, removed })), text };
    },
  }),
  defineCliCommand({
    name: 'target history',
    usage: 'ID',
    description: message('cli.target.history.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      const history = await invoke('target.history', { id });
      const rows = history.map((entry) => [entry.id, entry.exportedAt, String(entry.version), String(entry.files)]);
      const text =
        rows.length > 0
          ? formatTable(['export', 'exported', 'version', 'files'], rows, translator)
          : translator.t('targets.exportHistory.none');
      return { value: history, text };
    },
  }),
  defineCliCommand({
    name: 'target changes',
    usage: 'ID [--from EXPORT] [--to EXPORT]',
    description: message('cli.target.changes.description'),
    optionHelp: [{ option: '--from EXPORT, --to EXPORT', text: message('cli.target.changes.options') }],
    positionals: ['ID'],
    options: { from: { type: 'string' }, to: { type: 'string' } },
    async run({ positionals: [id = ''], values }, session) {
      const {
        invoke,
        translator: { t },
      } = session();
      const comparison = await invoke('target.storyChanges', {
        id,
        from: parseVersion(values.from ?? 'folder'),
        to: parseVersion(values.to ?? 'story'),
      });
      const changes = comparison.changes.map(({ message: text, ...change }) => ({ ...change, message: t(text) }));
      const value = { changes, total: comparison.total, reason: comparison.reason && t(comparison.reason) };
      return { value, text: formatChanges(comparison, t).join('\n'), exitCode: comparison.reason ? 1 : 0 };
    },
  }),
  targetTakeCommand,
  defineCliCommand({
    name: 'target remove',
    usage: 'ID',
    description: message('cli.target.remove.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      await invoke('target.remove', { id });
      return { value: { id }, text: translator.t('cli.target.removed', { id }) };
    },
  }),
];

/** An id of the history, or `folder`, `story` and `last`. */
function parseVersion(value: string): TargetVersion {
  if (value === 'last') return 'lastExport';
  return value === 'folder' || value === 'story' ? value : { export: value };
}

function formatChanges({ changes, total, reason }: StoryComparison, t: Translate): string[] {
  if (reason) return [t(reason)];
  if (total === 0) return [t('targets.storyChanges.none')];
  const more = total - changes.length;
  return [...changes.map(({ message: text }) => t(text)), ...(more > 0 ? [t('targets.storyChanges.more', { count: more })] : [])];
}

function toTargetJson({ id, hash, engine, folder, status, ...settings }: Target) {
  return { id, hash, engine, folder, ...status, ...settings };
}

function formatDelivery({ id, written, removed }: Delivery, mode: 'run' | 'dryRun', t: Translate): string {
  if (written.length + removed.length === 0)
    return t(mode === 'dryRun' ? 'cli.target.run.nothingToWrite' : 'cli.target.run.upToDate', { id });
  const counts = { id, written: written.length, removed: removed.length };
  return [
    t(mode === 'dryRun' ? 'cli.target.run.wouldWrite' : 'cli.target.run.wrote', counts),
    ...written.map((path) => `  + ${path}`),
    ...removed.map((path) => `  - ${path}`),
  ].join('\n');
}
