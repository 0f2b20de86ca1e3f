/** What a target is given: the checked story as the engine's files, and the stored files that go along. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import type { TargetSettings } from '../../shared/targets.ts';
import type { Vault } from '../assets/vault.ts';
import type { Engine } from '../engine/engine.ts';
import { checkStory } from '../export/check.ts';
import { type AssetFile, targetAssets } from '../export/target-assets.ts';
import { type TargetFile, targetFiles, targetLocales } from '../export/target-files.ts';

export interface TargetStory {
  readonly version: number;
  readonly files: readonly (TargetFile | AssetFile)[];
  readonly findings: readonly Finding[];
}

export function targetRenderer(engine: Engine, vault: Vault) {
  // What a stored file is never changes: with thousands of them each export would otherwise read as many rows.
  const known = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  const find = (hash: string, file: string) => {
    const id = `${hash}/${file}`;
    const found = known.get(id) ?? vault.find(hash, file);
    if (found) known.set(id, { sha256: found.sha256, bytes: found.bytes });
    return found;
  };
  return (hash: string, format: ExportFormat, settings: TargetSettings): TargetStory => {
    const project = engine.project(hash);
    const { version } = engine.versionOf(hash);
    const findings = checkStory(project, format, { ...settings, locales: targetLocales(project, settings) });
    if (format !== 'json' && findings.some(({ severity }) => severity === 'error')) return { version, files: [], findings };
    if (!settings.assets) return { version, files: targetFiles(project, format, settings), findings };
    const assets = targetAssets(project, format, (file) => find(hash, file));
    const files = [...assets.files, ...targetFiles(project, format, settings, assets.names)];
    return { version, files, findings: [...findings, ...assets.findings] };
  };
}
