/** The log: a rotating file in the data folder. It tells what happened, never what a story says, and no secrets. */
import { join } from 'node:path';
import log from 'electron-log/node';

const maxLogBytes = 2 * 1024 * 1024;

/** Opens `logs/NAME.log` below a data folder. A log that cannot be written is no reason to stop: it is silent then. */
export function openLog(folder: string, name: 'taleport' | 'window'): (line: string) => void {
  const file = log.create({ logId: `${name} ${folder}` });
  file.transports.console.level = false;
  file.transports.file.maxSize = maxLogBytes;
  file.transports.file.resolvePathFn = () => join(folder, 'logs', `${name}.log`);
  file.transports.file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {text}';
  return (line) => file.info(maskSecrets(line));
}

/** Bearer tokens, keys and tokens in addresses are masked, wherever they come from. */
export const maskSecrets = (line: string): string =>
  line
    .replace(/tp_[\w-]{16,}/g, 'tp_…')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replace(/\b(token|key|password|secret|cookie)("?\s*[=:]\s*"?)[^\s"&,;}]+/gi, '$1$2…');
