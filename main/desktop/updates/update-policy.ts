/**
 * Whether the administrator of this computer allows updates. They are disabled by `{"updates": "off"}` in a file that only administrators
 * can write, or by TALEPORT_UPDATES=off, which docs/releasing.md describes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../../platform/errors.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The path of the file on this system. */
export function policyFileFor(platform: NodeJS.Platform, variables: EnvironmentVariables): string {
  if (platform === 'win32') return join(variables.ProgramData || 'C:\\ProgramData', 'Taleport', 'policy.json');
  return platform === 'darwin' ? '/Library/Application Support/Taleport/policy.json' : '/etc/taleport/policy.json';
}

/** A file that cannot be parsed counts as `off`, because an administrator intended to restrict something. */
export function areUpdatesAllowed(file: string, variables: EnvironmentVariables): boolean {
  if (variables.TALEPORT_UPDATES === 'off') return false;
  try {
    const policy: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof policy === 'object' && policy !== null && !('updates' in policy && policy.updates !== 'on');
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT';
  }
}
