/** What a target writes, and how its folder is looked at; changed later. */
import { useState } from 'react';
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { useProject } from '../state/open-project.ts';
import { putTarget } from '../state/targets.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { commonWords } from '../words/en/common.ts';
import { targetsWords } from '../words/en/targets.ts';
import { BoardChoice } from './board-choice.tsx';
import { FileEach } from './file-each.tsx';
import { LocaleChoice } from './locale-choice.tsx';

export const showTargetSettings = (target: Target): void => showDialog((close) => <TargetSettings target={target} close={close} />);

function TargetSettings({ target, close }: { target: Target; close: () => void }) {
  const [locales, setLocales] = useState(target.locales);
  const [fallbackContents, setFallback] = useState(target.fallbackContents);
  const [fileEach, setFileEach] = useState(target.fileEach);
  const [boardIds, setBoards] = useState<readonly string[] | null>(target.boardIds.length > 0 ? target.boardIds : null);
  const [assets, setAssets] = useState(target.assets);
  const [polling, setPolling] = useState(target.polling);
  const hasLanguages = useProject((project) => project.root.locales.length > 1);
  const save = async () => {
    const settings = { locales, fallbackContents, fileEach, boardIds: [...(boardIds ?? [])], assets, polling };
    putTarget(await ask('target.change', { id: target.id, settings }));
  };
  return (
    <FormDialog
      title={targetsWords.settingsOfThisTarget}
      does={commonWords.save}
      isReady={boardIds?.length !== 0}
      run={save}
      onClose={close}
    >
      <BoardChoice value={boardIds} onChange={setBoards} />
      <LocaleChoice value={locales} onChange={setLocales} />
      <FileEach engine={target.engine} locales={locales} value={fileEach} onChange={setFileEach} />
      {hasLanguages && (
        <Checkbox isSelected={fallbackContents} onChange={setFallback}>
          {targetsWords.whereATranslationIs}
        </Checkbox>
      )}
      <Checkbox isSelected={assets} onChange={setAssets}>
        {targetsWords.picturesSoundsAndFilms}
      </Checkbox>
      <Checkbox isSelected={polling} onChange={setPolling}>
        {targetsWords.theFolderIsOn}
      </Checkbox>
    </FormDialog>
  );
}
