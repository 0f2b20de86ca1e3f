/** The option `--script-profile`: the version of the engine's plugin that the game uses, as in the settings of a target. */
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { message } from '../../../shared/messages/message.ts';
import { getExporter, otherScriptProfileIds } from '../../exporters/exporters.ts';
import { type OptionHelp, parseChoice, requireOption } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

export const scriptProfileUsage = `[--script-profile ${otherScriptProfileIds.join('|')}]`;

export const scriptProfileHelp: OptionHelp = { option: '--script-profile', text: message('cli.options.scriptProfile') };

/** Returns the id of the profile. `engineOption` is the option that names the engine. */
export function parseScriptProfile(
  value: string | undefined,
  engine: ExporterId | undefined,
  engineOption: '--engine' | '--format',
): string | undefined {
  if (value === undefined) return undefined;
  const { label, otherScriptProfiles } = getExporter(requireOption(engineOption, engine));
  const ids = Object.keys(otherScriptProfiles);
  if (ids.length === 0) throw new UsageError(message('cli.options.noScriptProfile', { engine: label }));
  return parseChoice('--script-profile', value, ids);
}
