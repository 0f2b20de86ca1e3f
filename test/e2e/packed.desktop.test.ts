/** The packed app, with its native module and its worker inside the asar, completes the main workflow. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { describe, expect, test } from 'vitest';
import { launchApp, root } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

/** Electron's fuses that a release sets; all other fuses of the pack are listed by the test as they are. */
const releaseFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  GrantFileProtocolExtraPrivileges: 'off',
} as const;

/** As they are in the program file. */
async function readFuses(executable: string): Promise<Record<string, string>> {
  const wire: Readonly<Record<number, number>> = await getCurrentFuseWire(executable);
  const names = Object.keys(releaseFuses) as (keyof typeof releaseFuses)[];
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === FuseState.ENABLE ? 'on' : 'off']));
}

/** Packs the app with the fuses of a release; returns its program file. */
function packRelease(): string {
  const output = execFileSync(process.execPath, [join(root, 'scripts', 'pack.mjs'), 'release'], { cwd: root, encoding: 'utf8' });
  const [, executable] = /^Packed: (.+)$/m.exec(output) ?? [];
  if (executable === undefined) throw new Error(output);
  return executable;
}

/** What the archive may contain: the program, and the one package that is not in its bundles. */
const allowedEntries = [
  /^package\.json$/,
  /^out\/main\/(main|worker|checker|documents)\.js$/,
  /^out\/main\/chunks\/[\w.-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index\.html|third-party-notices\.txt)$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|png|jpg|svg|woff2|mp3|ogg|zip|json)$/,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE)$/,
  /^node_modules\/better-sqlite3\/lib\/(methods\/)?[\w-]+\.js$/,
  /^node_modules\/better-sqlite3\/prebuilds\/linux-(x64|arm64)\.node$/,
];

/** The files in the archive, without its folders. */
function listArchive(): string[] {
  const archive = join(process.env.TALEPORT_PACKED ?? '', 'resources', 'app.asar');
  const entries = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  return entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)));
}

describe('the packed app', () => {
  test.runIf(process.env.TALEPORT_PACKED)('contains what runs and nothing else', () => {
    const files = listArchive();
    expect(files.filter((path) => !allowedEntries.some((allowed) => allowed.test(path)))).toEqual([]);
    for (const needed of ['out/main/main.js', 'out/main/worker.js', 'out/renderer/index.html', 'out/renderer/third-party-notices.txt'])
      expect(files).toContain(needed);
    // The database for this system only.
    expect(files.filter((path) => path.endsWith('.node'))).toHaveLength(1);
  });

  test.runIf(process.env.TALEPORT_PACKED)('has the fuses of a release; only the flavour for tests can be inspected', async () => {
    const packed = join(process.env.TALEPORT_PACKED ?? '', 'taleport');
    expect(await readFuses(packed)).toEqual({ ...releaseFuses, EnableNodeCliInspectArguments: 'on' });
    expect(await readFuses(packRelease())).toEqual(releaseFuses);
  });

  test.runIf(process.env.TALEPORT_PACKED)('contains the notices of third-party software, and those of Electron and Chromium', () => {
    const folder = process.env.TALEPORT_PACKED ?? '';
    const notices = readFileSync(join(folder, 'third-party-notices.txt'), 'utf8');
    expect(notices).toBe(readFileSync(join(root, 'out', 'renderer', 'third-party-notices.txt'), 'utf8'));
    // Chromium's list is a part of Electron's own distribution.
    expect(readFileSync(join(dirname(join(folder, 'taleport')), 'LICENSES.chromium.html'), 'utf8')).toContain('Chromium');
  });

  // Packing takes long: `npm test` does it under CI only, and reports when it was skipped.
  test.runIf(process.env.TALEPORT_PACKED)('completes the main workflow', async () => {
    const game = createGameFolder('godot');
    const app = await launchApp({ packed: true });
    try {
      await runMainWorkflow(app, game, 'godot');
    } finally {
      await app.close();
      rmSync(game.folder, { recursive: true });
    }
  });
});
