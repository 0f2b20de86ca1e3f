/** An id of this computer that the operating system keeps, to recognise data that were copied from another one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from './once.ts';

/**
 * A hash of the id, because the id itself identifies the computer to every program. Null if the system has none, or does not answer within
 * two seconds. It is read once, because a program has to be started for it on some systems.
 */
export const readMachineId = once((): string | null => {
  const id = readSystemId();
  return id === null ? null : createHash('sha256').update(`taleport ${id}`).digest('hex');
});

function readSystemId(): string | null {
  try {
    switch (process.platform) {
      case 'win32':
        return idIn(
          /MachineGuid\s+REG_SZ\s+(\S+)/,
          run(join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe'), windowsQuery),
        );
      case 'darwin':
        return idIn(/"IOPlatformUUID" = "([^"]+)"/, run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
      default:
        return idIn(/^([0-9a-f]{32})\s*$/, readFileSync('/etc/machine-id', 'utf8'));
    }
  } catch {
    return null;
  }
}

const windowsQuery = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'];

const idIn = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null;

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', timeout: 2000, windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] });
