/** The options of `target add` and `target set`: each setting of a target, by its name on the command line. */
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { findVersionByName } from '../../../shared/contracts/plugin-versions.ts';
import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { type OptionHelp, requireOption, UsageError } from '../define-command.ts';

const flagOption = { type: 'boolean' } as const;
const repeatedOption = { type: 'string', multiple: true } as const;
const textOption = { type: 'string' } as const;

export const pluginVersionUsage = '[--plugin-version V]';

export const pluginVersionHelp: OptionHelp = { option: '--plugin-version V', text: message('cli.options.pluginVersion') };

/** Returns the id of the version. `engineOption` is the option that names the engine. */
export function parsePluginVersion(
  value: string | undefined,
  engine: ExporterId | undefined,
  engineOption: '--engine' | '--format',
): string | undefined {
  if (value === undefined) return undefined;
  const { label, plugin } = getExporter(requireOption(engineOption, engine));
  if (plugin === null) throw new UsageError(message('cli.options.noPlugin', { format: label }));
  const version = findVersionByName(plugin.versions, value);
  if (version) return version.id;
  const versions = plugin.versions.map(({ id, number }) => (number === null || number === id ? id : `${id} (${number})`));
  throw new UsageError(message('cli.options.unknownPluginVersion', { engine: label, value, versions }));
}

export const targetOptions = {
  locale: repeatedOption,
  'all-locales': flagOption,
  'main-locale': flagOption,
  'fallback-contents': flagOption,
  'no-fallback-contents': flagOption,
  'file-each': flagOption,
  'no-file-each': flagOption,
  board: repeatedOption,
  'all-boards': flagOption,
  assets: flagOption,
  'no-assets': flagOption,
  'hold-on-game-stops': flagOption,
  'no-hold-on-game-stops': flagOption,
  'plugin-version': textOption,
  'no-plugin-version': flagOption,
  compact: flagOption,
  'no-compact': flagOption,
  'keep-released-layout': flagOption,
  'no-keep-released-layout': flagOption,
  polling: flagOption,
  'no-polling': flagOption,
  perforce: flagOption,
  'no-perforce': flagOption,
} as const;

export const targetUsage = `[--locale L]… [--all-locales] [--[no-]fallback-contents] [--[no-]file-each] [--board ID]… [--[no-]assets] [--[no-]hold-on-game-stops] ${pluginVersionUsage} [--[no-]compact] [--[no-]keep-released-layout] [--[no-]polling] [--[no-]perforce]`;

export const targetOptionHelp: readonly OptionHelp[] = [
  { option: '--locale L', text: message('cli.target.options.locale') },
  { option: '--all-locales, --main-locale', text: message('cli.target.options.locales') },
  { option: '--no-fallback-contents', text: message('cli.target.options.fallback') },
  { option: '--file-each', text: message('cli.target.options.fileEach') },
  { option: '--board ID', text: message('cli.target.options.board') },
  { option: '--no-assets', text: message('cli.target.options.assets') },
  { option: '--hold-on-game-stops', text: message('cli.target.options.holdOnGameStops') },
  { option: '--plugin-version V', text: message('cli.target.options.pluginVersion') },
  { option: '--compact', text: message('cli.target.options.compact') },
  { option: '--keep-released-layout', text: message('cli.target.options.keepReleasedLayout') },
  { option: '--polling', text: message('cli.target.options.polling') },
  { option: '--perforce', text: message('cli.target.options.perforce') },
];

export type TargetOptionValues = {
  readonly [K in keyof typeof targetOptions]?: OptionValue<(typeof targetOptions)[K]>;
};
type OptionValue<O> = O extends typeof repeatedOption ? string[] : O extends typeof textOption ? string : boolean;

/** Contains only the settings that were given. `engine` is that of the target, if it is already known. */
export function parseTargetSettings(values: TargetOptionValues, engine?: ExporterId): Partial<TargetSettings> {
  assertAtMostOne(values, ['locale', 'all-locales', 'main-locale']);
  assertAtMostOne(values, ['board', 'all-boards']);
  assertAtMostOne(values, ['plugin-version', 'no-plugin-version']);
  const { locale, board } = values;
  const toggle = (
    name: 'fallback-contents' | 'file-each' | 'assets' | 'hold-on-game-stops' | 'compact' | 'keep-released-layout' | 'polling' | 'perforce',
  ) => parseFlags(`--${name}`, values[name], `--no-${name}`, values[`no-${name}`]);
  const fallbackContents = toggle('fallback-contents');
  const fileEach = toggle('file-each');
  const assets = toggle('assets');
  const holdOnGameStops = toggle('hold-on-game-stops');
  const compact = toggle('compact');
  const keepReleasedLayout = toggle('keep-released-layout');
  const polling = toggle('polling');
  const perforce = toggle('perforce');
  const givenVersion = values['plugin-version'];
  const pluginVersion = engine ? parsePluginVersion(givenVersion, engine, '--engine') : givenVersion;
  return {
    ...(locale && { locales: locale }),
    ...(values['all-locales'] && { locales: 'all' }),
    ...(values['main-locale'] && { locales: 'main' }),
    ...(board && { boardIds: board }),
    ...(values['all-boards'] && { boardIds: [] }),
    ...(fallbackContents !== undefined && { fallbackContents }),
    ...(fileEach !== undefined && { fileEach }),
    ...(assets !== undefined && { assets }),
    ...(holdOnGameStops !== undefined && { holdOnGameStops }),
    ...(pluginVersion !== undefined && { pluginVersion }),
    ...(values['no-plugin-version'] && { pluginVersion: null }),
    ...(compact !== undefined && { compact }),
    ...(keepReleasedLayout !== undefined && { keepReleasedLayout }),
    ...(polling !== undefined && { polling }),
    ...(perforce !== undefined && { perforce }),
  };
}

/** Parses two flags for one setting; undefined if neither is given. */
export function parseFlags(onName: string, on: boolean | undefined, offName: string, off: boolean | undefined): boolean | undefined {
  if (on && off) throw new UsageError(message('cli.usage.exclusive', { options: [onName, offName] }));
  return on || off ? on === true : undefined;
}

function assertAtMostOne(values: TargetOptionValues, names: readonly (keyof TargetOptionValues)[]): void {
  const used = names.filter((name) => values[name] !== undefined).map((name) => `--${name}`);
  if (used.length > 1) throw new UsageError(message('cli.usage.exclusive', { options: used }));
}
