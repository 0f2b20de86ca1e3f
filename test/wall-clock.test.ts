/** The wall clock is for what people read; whatever takes time is measured on the monotonic clock, which nobody sets. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

/** The files that may read it, by what it is for there. */
const uses = {
  'the clocks themselves': ['main/platform/environment.ts', 'main/platform/wait-clock.ts', 'renderer/platform/browser-environment.ts'],
  'a time that people read, or that other programs get': [
    'main/accounts/accounts.ts',
    'main/app/data-folder/repair-data-folder.ts',
    'main/backups/create-backup.ts',
    'main/delivery/target/target-runner.ts',
    'main/delivery/target/target-service.ts',
    'main/engine/damage/load-project.ts',
    'main/engine/decide/local-comments.ts',
    'main/engine/open-project.ts',
    'main/engine/project-catalog.ts',
    'main/engine/storage/salvage-database.ts',
    'main/exporters/html/player/page-session.ts',
    'main/rest-api/rate-limiter.ts',
    'main/story-folder/link/folder-link.ts',
    'main/sync/presenter/present-status.ts',
    'main/sync/project/first-read.ts',
    'main/sync/project/synced-project.ts',
    'main/sync/service/sync-controller.ts',
    'main/sync/service/sync-service.ts',
    'main/desktop/updates/open-updates.ts',
    'renderer/features/backups/backups-section.tsx',
    'renderer/state/last-saved-store.ts',
    'renderer/ui/use-now.ts',
  ],
  'a date in a response of another program': ['main/sync/client/remote-client.ts'],
  'the end of a pause, which is a time that the user has chosen': [
    'main/cli/commands/sync.ts',
    'main/desktop/background/tray.ts',
    'renderer/features/sync/sync-commands.ts',
  ],
  'the end of an address that two programs on this computer sign and check': [
    'main/browser-shell/session-guard.ts',
    'renderer/platform/file-url.ts',
  ],
  'the age of files, which outlives processes (ADR 0439 for the trash)': [
    'main/app/data-folder/examine-data-folder.ts',
    'main/assets/file-store.ts',
    'main/assets/upload-receiver.ts',
    'main/backups/backup-copies.ts',
    'main/backups/backup-service.ts',
    'main/backups/list-backups.ts',
    'main/cli/commands/backup.ts',
  ],
} as const;

const wallClock = /\bDate\.now\b|new Date\(\)|\bwallNow\(|\b(?:systemE|#?e)nvironment\.now\(/;

test('[I34] only the listed files read the wall clock, each for what is no wait', () => {
  const sources = ['main', 'shared', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  const readers = sources.filter((path) => wallClock.test(readFileSync(join(root, path), 'utf8')));
  expect(readers.sort()).toEqual(Object.values(uses).flat().sort());
});
