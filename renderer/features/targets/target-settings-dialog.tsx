/** Changes what a target exports, whether its folder is polled for changes, and whether Perforce opens its files. */

import { useState } from 'react';
import { existingLocales } from '../../../shared/contracts/existing-locales.ts';
import type { ExporterDescription, PluginVersion } from '../../../shared/contracts/exporters.ts';
import { languageFilesFor, newestReleasedVersion, versionName } from '../../../shared/contracts/plugin-versions.ts';
import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { useProject } from '../../state/open-project.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { BoardPicker, FilePerLanguageCheckbox, LocalePicker, localesForEngine } from './target-fields.tsx';

export const showTargetSettingsDialog = (target: Target): void =>
  showDialog((close) => <TargetSettingsDialog target={target} close={close} />);

function TargetSettingsDialog({ target, close }: { target: Target; close: () => void }) {
  const exporter = useExporters().find(({ id }) => id === target.engine);
  const [pluginVersion, setPluginVersion] = useState(target.pluginVersion);
  const languageFiles = exporter && languageFilesFor(exporter.languageFiles, knownVersion(exporter, target, pluginVersion));
  const projectLocales = useProject((project) => project.projectRecord.locales);
  const [chosenLocales, setLocales] = useState(() =>
    existingLocales(
      target.locales,
      projectLocales.map(({ iso }) => iso),
    ),
  );
  const locales = localesForEngine(chosenLocales, languageFiles);
  const [fallbackContents, setFallback] = useState(target.fallbackContents);
  const [fileEach, setFileEach] = useState(target.fileEach);
  const [boardIds, setBoards] = useState<readonly string[] | null>(target.boardIds.length > 0 ? target.boardIds : null);
  const [assets, setAssets] = useState(target.assets);
  const [holdOnGameStops, setHoldOnGameStops] = useState(target.holdOnGameStops);
  const [compact, setCompact] = useState(target.compact);
  const [keepReleasedLayout, setKeepLayout] = useState(target.keepReleasedLayout);
  const [polling, setPolling] = useState(target.polling);
  const [perforce, setPerforce] = useState(target.perforce);
  const hasInterpreter = exporter !== undefined && exporter.pluginVersions.length > 0;
  const hasLanguages = projectLocales.length > 1;
  // For other plug-ins it changes nothing for saved games.
  const canKeepLayout = target.keepReleasedLayout || exporter?.pluginVersions.some((each) => each.savesDependOnWholeStory) === true;
  const save = async () => {
    const settings = {
      locales,
      fallbackContents,
      fileEach,
      boardIds: [...(boardIds ?? [])],
      assets,
      holdOnGameStops,
      pluginVersion,
      compact,
      keepReleasedLayout,
      polling,
      perforce,
    };
    await invoke('target.change', { id: target.id, settings });
  };
  return (
    <FormDialog
      title={t('targets.settingsTitle')}
      submitLabel={t('common.save')}
      isReady={boardIds?.length !== 0}
      run={save}
      onClose={close}
    >
      <BoardPicker value={boardIds} onChange={setBoards} />
      <LocalePicker engine={target.engine} languageFiles={languageFiles} value={locales} onChange={setLocales} />
      <FilePerLanguageCheckbox engine={target.engine} locales={locales} value={fileEach} onChange={setFileEach} />
      {hasLanguages && (
        <Checkbox isSelected={fallbackContents} onChange={setFallback}>
          {t('targets.options.fallbackTranslations')}
        </Checkbox>
      )}
      <Checkbox isSelected={assets} onChange={setAssets}>
        {t('targets.options.assets')}
      </Checkbox>
      {hasInterpreter && (
        <Checkbox isSelected={holdOnGameStops} onChange={setHoldOnGameStops}>
          {t('targets.options.holdOnGameStops')}
        </Checkbox>
      )}
      <PluginVersionSelect exporter={exporter} target={target} value={pluginVersion} onChange={setPluginVersion} />
      {exporter?.hasCompactForm && (
        <Checkbox isSelected={compact} onChange={setCompact}>
          {t('targets.options.compact')}
        </Checkbox>
      )}
      {canKeepLayout && (
        <Checkbox isSelected={keepReleasedLayout} onChange={setKeepLayout}>
          {t('targets.options.keepReleasedLayout')}
        </Checkbox>
      )}
      <Checkbox isSelected={polling} onChange={setPolling}>
        {t('targets.options.networkFolder')}
      </Checkbox>
      <Checkbox isSelected={perforce} onChange={setPerforce}>
        {t('targets.options.perforce')}
      </Checkbox>
    </FormDialog>
  );
}

/** The version that is chosen, or found in the game project; undefined if it is only assumed. */
function knownVersion({ pluginVersions }: ExporterDescription, { plugin }: Target, chosen: string | null): PluginVersion | undefined {
  const found = plugin?.basis === 'assumed' ? null : (plugin?.version ?? null);
  return pluginVersions.find(({ id }) => id === (chosen ?? found));
}

/** The id of the option for the version that is found in the game project. */
const foundVersionId = 'found version';

interface PluginVersionSelectProps {
  exporter: ExporterDescription | undefined;
  target: Target;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Renders nothing for a format that no known plug-in reads. */
function PluginVersionSelect({ exporter, target, value, onChange }: PluginVersionSelectProps) {
  const versions = exporter?.pluginVersions ?? [];
  if (!exporter || versions.length === 0) return null;
  const source = target.plugin?.found?.source;
  const options = [
    { id: foundVersionId, label: foundVersionLabel(exporter, target) },
    ...[...versions].reverse().map((version) => ({ id: version.id, label: t(versionName(version)) })),
  ];
  return (
    <Select
      label={t('targets.plugin.label', { engine: exporter.label })}
      options={options}
      value={versions.some(({ id }) => id === value) && value !== null ? value : foundVersionId}
      description={source && t('targets.plugin.source', { source })}
      onChange={(id) => onChange(id === foundVersionId ? null : id)}
    />
  );
}

/** The version that applies if none is chosen. */
function foundVersionLabel({ pluginVersions }: ExporterDescription, { plugin }: Target): string {
  const known = pluginVersions.find(({ id }) => id === plugin?.version);
  const found = plugin?.found ?? null;
  if (found === null) return t('targets.plugin.notFound', { version: versionName(newestReleasedVersion(pluginVersions)) });
  const newer = plugin?.newerNumber ?? null;
  if (newer !== null && known) return t('targets.plugin.foundNewer', { number: newer, version: versionName(known) });
  const proven = pluginVersions.find(({ id }) => id === found.versionId) ?? (plugin?.basis === 'found' ? known : undefined);
  // Files may prove another version than the number says.
  const isNumber = found.number !== null && found.versionId === null;
  return t('targets.plugin.found', { version: isNumber || !proven ? (found.number ?? '') : versionName(proven) });
}
