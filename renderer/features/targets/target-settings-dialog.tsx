/** Changes what a target exports and whether its folder is polled for changes. */

import { useState } from 'react';
import type { ExporterDescription } from '../../../shared/contracts/exporters.ts';
import type { Target } from '../../../shared/contracts/targets.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
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
  const [locales, setLocales] = useState(() => localesForEngine(target.locales, exporter?.languageFiles));
  const [fallbackContents, setFallback] = useState(target.fallbackContents);
  const [fileEach, setFileEach] = useState(target.fileEach);
  const [boardIds, setBoards] = useState<readonly string[] | null>(target.boardIds.length > 0 ? target.boardIds : null);
  const [assets, setAssets] = useState(target.assets);
  const [holdOnGameStops, setHoldOnGameStops] = useState(target.holdOnGameStops);
  const [otherScriptProfile, setScriptProfile] = useState(target.otherScriptProfile);
  const [polling, setPolling] = useState(target.polling);
  const hasInterpreter = exporter !== undefined && exporter.scriptProfile !== null;
  const hasLanguages = useProject((project) => project.projectRecord.locales.length > 1);
  const save = async () => {
    const settings = {
      locales,
      fallbackContents,
      fileEach,
      boardIds: [...(boardIds ?? [])],
      assets,
      holdOnGameStops,
      otherScriptProfile,
      polling,
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
      <LocalePicker engine={target.engine} value={locales} onChange={setLocales} />
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
      <ScriptVersionSelect exporter={exporter} value={otherScriptProfile} onChange={setScriptProfile} />
      <Checkbox isSelected={polling} onChange={setPolling}>
        {t('targets.options.networkFolder')}
      </Checkbox>
    </FormDialog>
  );
}

/** The id of the option for the profile of the published plugin. */
const publishedPluginId = 'published plugin';

interface ScriptVersionSelectProps {
  exporter: ExporterDescription | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Renders nothing for an engine whose plugin has only one version. */
function ScriptVersionSelect({ exporter, value, onChange }: ScriptVersionSelectProps) {
  const others = Object.entries(exporter?.otherScriptProfiles ?? {});
  if (!exporter?.scriptProfile || others.length === 0) return null;
  const labelOf = ({ grammar }: ScriptProfile) => t('targets.options.scriptVersion', { version: grammar });
  const options = [
    { id: publishedPluginId, label: labelOf(exporter.scriptProfile) },
    ...others.map(([id, profile]) => ({ id, label: labelOf(profile) })),
  ];
  return (
    <Select
      label={t('targets.options.scripts', { engine: exporter.label })}
      options={options}
      value={value !== null && value in exporter.otherScriptProfiles ? value : publishedPluginId}
      onChange={(id) => onChange(id === publishedPluginId ? null : id)}
    />
  );
}
