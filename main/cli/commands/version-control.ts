import { resolve } from 'node:path';
import { t as english } from '../../../shared/messages/english.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate, Translator } from '../../../shared/messages/translator.ts';
import { type CliResult, type CliSession, defineCliCommand } from '../define-command.ts';

const setupOptions = { folder: { type: 'string' }, perforce: { type: 'boolean' } } as const;
/** As git names them. */
const mergedFiles = ['BASE', 'OURS', 'THEIRS', 'PATH'] as const;
const setupUsage = '[--folder DIR] [--perforce]';
const setupHelp = [{ option: '--perforce', text: message('cli.vcs.options.perforce') }];

/** Story folders in version control. The modules are loaded by the commands, because no other command needs them. */
export const versionControlCommands = [
  defineCliCommand({
    name: 'merge-driver',
    usage: mergedFiles.join(' '),
    description: message('cli.mergeDriver.description'),
    positionals: mergedFiles,
    options: {},
    async run({ positionals: [base = '', local = '', remote = ''] }) {
      const { runMergeDriver } = await import('../../story-folder/merge-driver.ts');
      const outcome = await runMergeDriver([base, local, remote]);
      return { value: outcome, text: outcome, exitCode: outcome === 'merged' ? 0 : 1 };
    },
  }),
  defineCliCommand({
    name: 'vcs install',
    usage: setupUsage,
    description: message('cli.vcs.install.description'),
    optionHelp: setupHelp,
    positionals: [],
    options: setupOptions,
    async run({ values: { folder = '.', perforce = false } }, session) {
      const { setup, command } = await loadSetup(perforce);
      const names = await setup.install(resolve(folder), command);
      return toListResult(message('cli.vcs.install.done', { count: names.length }), names, translatorOf(session));
    },
  }),
  defineCliCommand({
    name: 'vcs status',
    usage: setupUsage,
    description: message('cli.vcs.status.description'),
    optionHelp: setupHelp,
    positionals: [],
    options: setupOptions,
    async run({ values: { folder = '.', perforce = false } }, session) {
      const { setup, command } = await loadSetup(perforce);
      const { t } = translatorOf(session);
      const checks = await setup.check(resolve(folder), command);
      const isSetUp = checks.every(({ ok }) => ok);
      const lines = checks.map(({ name, ok }) => t(ok ? 'cli.vcs.status.ok' : 'cli.vcs.status.missing', { name }));
      return {
        value: checks,
        text: [
          ...lines,
          ...(isSetUp ? [] : [t('cli.vcs.status.remedy', { command: `taleport vcs install${perforce ? ' --perforce' : ''}` })]),
        ].join('\n'),
        exitCode: isSetUp ? 0 : 1,
      };
    },
  }),
  defineCliCommand({
    name: 'vcs uninstall',
    usage: setupUsage,
    description: message('cli.vcs.uninstall.description'),
    optionHelp: setupHelp,
    positionals: [],
    options: setupOptions,
    async run({ values: { folder = '.', perforce = false } }, session) {
      const { setup, command } = await loadSetup(perforce);
      const names = await setup.uninstall(resolve(folder), command);
      return toListResult(message('cli.vcs.uninstall.done', { count: names.length }), names, translatorOf(session));
    },
  }),
  defineCliCommand({
    name: 'diff',
    usage: 'FILE | A B',
    description: message('cli.diff.description'),
    positionals: ['A', '[B]'],
    options: {},
    async run({ positionals: [first = '', second] }, session) {
      const { t } = translatorOf(session);
      const { compareSources, describeFile } = await import('../../story-folder/compare-sources.ts');
      if (second === undefined) {
        const lines = await describeFile(resolve(first));
        const indented = (translate: Translate) => lines.map(({ level, text }) => `${'  '.repeat(level)}${translate(text)}`);
        return { value: indented(english), text: indented(t).join('\n') };
      }
      const changes = await compareSources(resolve(first), resolve(second));
      return { value: changes, text: changes.map((change) => t(change.message)).join('\n'), exitCode: changes.length === 0 ? 0 : 1 };
    },
  }),
];

async function loadSetup(perforce: boolean) {
  const { gitSetup, ownCommand, perforceSetup } = await import('../../story-folder/version-control-setup.ts');
  return { setup: perforce ? perforceSetup : gitSetup, command: ownCommand() };
}

const translatorOf = (createSession: (mode: { readonly withoutDataFolder: true }) => CliSession): Translator =>
  createSession({ withoutDataFolder: true }).translator;

const toListResult = (title: Message, names: readonly string[], { t }: Translator): CliResult => ({
  value: names,
  text: [t(title), ...names.map((name) => `  ${name}`)].join('\n'),
});
