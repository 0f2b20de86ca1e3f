/** Adds a target: a folder, then the engine detected in it, or a selection if none or several are detected. */

import { useState } from 'react';
import type { ExporterDescription, ExporterId } from '../../../shared/contracts/exporters.ts';
import type { DetectedGameProject, TargetSettings } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { exporterLabel, useExporters } from '../../state/exporters-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useFolderConfirmation } from '../../ui/confirm-unusual-folder.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';
import { BoardPicker, FilePerLanguageCheckbox, LocalePicker, localesForEngine, PathField } from './target-fields.tsx';
import { describeAdded } from './target-status-display.ts';

export const showAddTargetDialog = (): void => showDialog((close) => <AddTargetDialog close={close} />);

/** Engines first, then the formats that go into any folder. */
const toEngineOptions = (list: readonly ExporterDescription[]) =>
  list
    .toSorted((one, other) => Number(other.hasProject) - Number(one.hasProject))
    .map(({ id, label, description }) => ({ id, label, ...(description && { description: t(description) }) }));

function AddTargetDialog({ close }: { close: () => void }) {
  const exporters = useExporters();
  const engineOptions = toEngineOptions(exporters);
  const [folder, setFolder] = useState('');
  const detected = useDetectedProjects(folder.trim());
  const [chosen, setChosen] = useState<ExporterId | null>(null);
  const [projectFolder, setProjectFolder] = useState<string | null>(null);
  const [chosenLocales, setLocales] = useState<TargetSettings['locales']>('main');
  const [fileEach, setFileEach] = useState(false);
  const [boardIds, setBoards] = useState<readonly string[] | null>(null);
  const selectedProject = detected?.find((each) => each.folder === projectFolder) ?? (detected?.length === 1 ? detected[0] : undefined);
  const engine = chosen ?? selectedProject?.engine ?? null;
  const confirmation = useFolderConfirmation(JSON.stringify([folder, selectedProject?.folder, engine]));
  const locales = localesForEngine(chosenLocales, exporters.find(({ id }) => id === engine)?.languageFiles);
  /** Another folder is recognized anew. */
  const pick = (path: string) => {
    setFolder(path);
    setChosen(null);
    setProjectFolder(null);
  };
  const add = async (force: boolean) => {
    const { hash } = openProjectStore.getState();
    if (hash === null || engine === null) return;
    const settings = { locales, fileEach, boardIds: [...(boardIds ?? [])] };
    const target = { hash, folder: selectedProject?.folder ?? folder.trim(), engine, settings, force };
    const added = await invoke('target.add', target);
    showToast(describeAdded(added, exporterLabel(added.engine)));
  };
  return (
    <FormDialog
      title={t('targets.add.title')}
      submitLabel={t('common.add')}
      isReady={folder.trim() !== '' && engine !== null && boardIds?.length !== 0 && confirmation.isReady}
      run={() => confirmation.run(add)}
      onClose={close}
      width={520}
    >
      <PathField
        label={t('targets.add.folderLabel')}
        value={folder}
        onChange={pick}
        placeholder="/home/name/my-game"
        choose={() => invoke('dialog.openFolder', { title: t('targets.add.title') })}
      />
      <p className="detection-status" role="status">
        {detectionMessage(folder.trim(), detected)}
      </p>
      {detected && detected.length > 1 && (
        <Select
          label={t('targets.add.whichProject')}
          options={detected.map((each) => ({
            id: each.folder,
            label: `${exporterLabel(each.engine)}: ${each.name}`,
            description: each.folder,
          }))}
          value={projectFolder}
          onChange={setProjectFolder}
        />
      )}
      {detected && (detected.length === 0 || selectedProject) && (
        <Select label={t('targets.engine')} options={engineOptions} value={engine} onChange={setChosen} />
      )}
      <BoardPicker value={boardIds} onChange={setBoards} />
      <LocalePicker engine={engine} value={locales} onChange={setLocales} />
      <FilePerLanguageCheckbox engine={engine} locales={locales} value={fileEach} onChange={setFileEach} />
      {confirmation.checkbox}
    </FormDialog>
  );
}

/** Detects game projects in the folder after a short delay while typing; null until the result arrives. */
function useDetectedProjects(folder: string): readonly DetectedGameProject[] | null {
  const typed = useDelayedValue(folder, 250);
  const { value, isOutdated } = useLoaded(
    async () => (typed === '' ? [] : invoke('target.detect', { folder: typed }).catch(() => [])),
    [typed],
  );
  return folder === '' || typed !== folder || isOutdated ? null : value;
}

function detectionMessage(folder: string, detected: readonly DetectedGameProject[] | null): string {
  if (folder === '') return t('targets.add.detectionHint');
  if (detected === null) return t('targets.add.detecting');
  const [only] = detected;
  if (only === undefined) return t('targets.add.notRecognised');
  if (detected.length > 1) return t('targets.add.severalFound', { count: detected.length });
  return only.folder === folder
    ? t('targets.add.recognised', { engine: exporterLabel(only.engine), name: only.name })
    : t('targets.add.recognisedIn', { engine: exporterLabel(only.engine), name: only.name, folder: only.folder });
}
