/**
 * The player of a page as a single script. A build replaces this module by the script itself (electron.vite.config.ts). When Taleport runs
 * from its sources, the player is bundled in another process, because exports are synchronous.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { once } from '../../platform/once.ts';

const bundler = join(import.meta.dirname, '../../../scripts/bundle-page-player.mjs');

export const loadPlayerScript = once((): string => {
  try {
    return execFileSync(process.execPath, [bundler], { encoding: 'utf8', maxBuffer: 10_000_000, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    throw new Problem('store', message('exporter.html.noPlayer'), { cause });
  }
});
