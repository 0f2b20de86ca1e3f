/**
 * The data folder of Taleport 0.1 (test/fixtures/data-folder-0.1), unpacked where a test may change it, and what that version reported
 * about it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../../main/engine/storage/sqlite.ts';

const fixture = join(import.meta.dirname, '../../../fixtures/data-folder-0.1');
/** Where the folders of the targets were when the fixture was made. */
const oldGamesFolder = '/tmp/fixture/games';

type Json = Record<string, unknown>;
interface TextDigest {
  readonly bytes: number;
  readonly sha256: string;
}
interface UndoStep {
  readonly step: 'undo' | 'redo';
  readonly version: number;
  readonly skipped: readonly string[];
  readonly history: Json;
  /** SHA-256 of the JSON export with all languages. */
  readonly export: string;
}
interface OldConflict {
  readonly id: string;
  readonly hash: string;
  readonly kind: string;
  readonly record: string;
  readonly field: string | null;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The answers of the old version, with the property names of that version. */
interface OldAnswers {
  readonly projects: readonly { readonly hash: string; readonly name: string }[];
  readonly locales: Readonly<Record<string, readonly Json[]>>;
  /** By `<hash> <format>[ all]`. */
  readonly exports: Readonly<Record<string, TextDigest | { readonly error: string }>>;
  readonly undoAndRedo: Readonly<Record<string, readonly UndoStep[]>>;
  readonly history: Readonly<Record<string, Json>>;
  readonly removedRecords: Readonly<Record<string, { readonly list: readonly { readonly record: { readonly id: string } }[] }>>;
  readonly targets: readonly ({ readonly id: string; readonly status: Json; readonly folder: string } & Json)[];
  readonly targetHistory: Readonly<Record<string, readonly (Json & { readonly id: string; readonly version: number })[]>>;
  readonly workspaces: readonly Json[];
  readonly workspace: Json;
  readonly members: readonly Json[];
  readonly keys: readonly { readonly id: string; readonly member: number }[];
  readonly keySecrets: Readonly<Record<string, string>>;
  readonly service: Json;
  readonly remotes: readonly Json[];
  readonly sync: readonly (Json & { readonly hash: string; readonly questions: number; readonly there: string })[];
  readonly conflicts: readonly OldConflict[];
  readonly reports: readonly (Json & { readonly id: string; readonly why: string; readonly mine: unknown; readonly theirs: unknown })[];
  readonly activity: readonly (Json & { readonly id: string; readonly sentence: string })[];
}

// The file is our own and was written once.
export const oldAnswers = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as OldAnswers;

/** A fresh copy; the targets' folders are moved along with it. It is removed after the test. */
export function unpackOldDataFolder(): { readonly folder: string; readonly games: string } {
  const root = mkdtempSync(join(tmpdir(), 'taleport-old-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(fixture, 'data-folder.zip'))))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const folder = join(root, 'data');
  const database = openDatabase(join(folder, 'taleport.sqlite'));
  database
    .prepare("UPDATE shelf SET json = replace(json, ?, ?) WHERE name = 'targets' AND id LIKE 'target/%'")
    .run(JSON.stringify(oldGamesFolder).slice(1, -1), JSON.stringify(join(root, 'games')).slice(1, -1));
  database.close();
  return { folder, games: join(root, 'games') };
}
