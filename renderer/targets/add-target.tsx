/** A new target: the folder first, then the engine that was recognised in it, or the choice where it is not clear. */
import { FolderSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Problem } from '../../shared/problem.ts';
import type { Detected, Target, TargetSettings } from '../../shared/targets.ts';
import { ask, shell } from '../bridge.ts';
import { openProject } from '../state/open-project.ts';
import { putTarget } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tell, tellProblem } from '../ui/toasts.ts';
import { commonWords } from '../words/en/common.ts';
import { targetsWords } from '../words/en/targets.ts';
import { BoardChoice } from './board-choice.tsx';
import { FileEach } from './file-each.tsx';
import { LocaleChoice } from './locale-choice.tsx';
import { engineNames } from './target-words.ts';

export const showAddTarget = (): void => showDialog((close) => <AddTarget close={close} />);

type Engine = Target['engine'];
const all: readonly { id: Engine; label: string; says?: string }[] = [
  { id: 'unity', label: 'Unity' },
  { id: 'unreal', label: 'Unreal' },
  { id: 'godot', label: 'Godot' },
  { id: 'json', label: 'JSON', says: targetsWords.aPlainFileFor },
];

function AddTarget({ close }: { close: () => void }) {
  const [folder, setFolder] = useState('');
  const found = useDetected(folder.trim());
  const [chosen, setChosen] = useState<Engine | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const [locales, setLocales] = useState<TargetSettings['locales']>('main');
  const [fileEach, setFileEach] = useState(false);
  const [boardIds, setBoards] = useState<readonly string[] | null>(null);
  const one = found?.find((each) => each.folder === place) ?? (found?.length === 1 ? found[0] : undefined);
  const engine = chosen ?? one?.engine ?? null;
  const choose = async () => {
    try {
      const path = await ask('dialog.openFolder', {});
      if (path !== null) setFolder(path);
    } catch (error) {
      tellProblem(Problem.from(error));
    }
  };
  const add = async () => {
    const { hash } = openProject.getState();
    if (hash === null || engine === null) return;
    const settings = { locales, fileEach, boardIds: [...(boardIds ?? [])] };
    const { files, ...target } = await ask('target.add', { hash, folder: one?.folder ?? folder.trim(), engine, settings });
    putTarget(target);
    tell({ tone: 'good', title: targetsWords.fromNowOnThe(engineNames[target.engine]), lines: files.slice(0, 3) });
  };
  const pick = (path: string) => {
    setFolder(path);
    setChosen(null);
    setPlace(null);
  };
  return (
    <FormDialog
      title={targetsWords.addATarget}
      does={commonWords.add}
      isReady={folder.trim() !== '' && engine !== null && boardIds?.length !== 0}
      run={add}
      onClose={close}
      width={520}
    >
      <div className="folder-field">
        <TextField
          label={targetsWords.folderOfTheGame}
          value={folder}
          onChange={pick}
          placeholder="/home/you/my-game"
          isCode
          autoFocus={shell === 'browser'}
        />
        {shell === 'desktop' && (
          <Button icon={FolderSearch} onPress={() => void choose()} autoFocus>
            {commonWords.choose}
          </Button>
        )}
      </div>
      <p className="recognised" role="status">
        {sayFound(folder.trim(), found)}
      </p>
      {found && found.length > 1 && (
        <Select
          label={targetsWords.whichOne}
          options={found.map((each) => ({ id: each.folder, label: `${engineNames[each.engine]}: ${each.name}`, says: each.folder }))}
          value={place}
          onChange={setPlace}
        />
      )}
      {found && (found.length === 0 || one) && <Select label={targetsWords.engine} options={all} value={engine} onChange={setChosen} />}
      <BoardChoice value={boardIds} onChange={setBoards} />
      <LocaleChoice value={locales} onChange={setLocales} />
      <FileEach engine={engine} locales={locales} value={fileEach} onChange={setFileEach} />
    </FormDialog>
  );
}

/** Looks into the folder a moment after the last letter; null while nobody knows. */
function useDetected(folder: string): readonly Detected[] | null {
  const [found, setFound] = useState<{ folder: string; list: readonly Detected[] } | null>(null);
  useEffect(() => {
    if (folder === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const list = await ask('target.detect', { folder }).catch(() => []);
      if (isCurrent) setFound({ folder, list });
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [folder]);
  return found?.folder === folder ? found.list : null;
}

function sayFound(folder: string, found: readonly Detected[] | null): string {
  if (folder === '') return targetsWords.theEngineIsRecognised;
  if (found === null) return targetsWords.lookingIntoTheFolder;
  const [only] = found;
  if (only === undefined) return targetsWords.noGameProjectWas;
  if (found.length > 1) return targetsWords.gameProjectsWereFound(found.length);
  return only.folder === folder
    ? targetsWords.recognised(engineNames[only.engine], only.name)
    : targetsWords.recognisedIn(engineNames[only.engine], only.name, only.folder);
}
