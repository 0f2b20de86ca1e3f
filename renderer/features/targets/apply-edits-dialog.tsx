/** Applies what another program changed in an exported file to the story: chosen value by value, with what both changed and what cannot be applied. */
import { useState } from 'react';
import type { FileVersion, ForeignEdit, ForeignEdits, Target } from '../../../shared/contracts/targets.ts';
import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore, whenVersionArrives } from '../../state/open-project.ts';
import { useTargets } from '../../state/targets-store.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import './targets.css';

export const showApplyEditsDialog = ({ id }: Pick<Target, 'id'>): void =>
  showDialog((close) => <ApplyEditsDialog id={id} onClose={close} />);

/** The versions of the files that another program changed, as they are shown. */
export const foreignFileVersions = ({ status }: Pick<Target, 'status'>): FileVersion[] =>
  status.foreign.map(({ path, sha256 }) => ({ path, sha256 }));

interface ApplyEditsDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Starts again with a new list whenever another program changes the files meanwhile. */
function ApplyEditsDialog({ id, onClose }: ApplyEditsDialogProps) {
  const target = useTargets().find((each) => each.id === id);
  const [seen, setSeen] = useState(() => (target ? foreignFileVersions(target) : []));
  const current = target ? foreignFileVersions(target) : [];
  // While the files are being overwritten, none is changed.
  if (current.length > 0 && JSON.stringify(current) !== JSON.stringify(seen)) setSeen(current);
  return <ApplyEditsOfFiles key={JSON.stringify(seen)} id={id} seen={seen} onClose={onClose} />;
}

function ApplyEditsOfFiles({ id, seen, onClose }: ApplyEditsDialogProps & { readonly seen: readonly FileVersion[] }) {
  const loaded = useLoaded(() => invoke('target.foreignEdits', { id }), [id]);
  if (loaded.value && loaded.value.edits.length > 0) {
    const { value: found, problem, reload } = loaded;
    return <ApplyEditsForm id={id} seen={seen} found={found} reload={reload} reloadProblem={problem} onClose={onClose} />;
  }
  return (
    <Dialog title={t('targets.applyEdits.title')} onClose={onClose} width={620}>
      <div className="dialog-stack">
        <LoadedContent loaded={loaded} label={t('targets.compare.progress')}>
          {(found) => (
            <>
              <p>{found.reason ? t(found.reason) : t('targets.applyEdits.none')}</p>
              <SkippedEdits found={found} />
            </>
          )}
        </LoadedContent>
      </div>
    </Dialog>
  );
}

interface ApplyEditsFormProps extends ApplyEditsDialogProps {
  readonly seen: readonly FileVersion[];
  readonly found: ForeignEdits;
  readonly reload: () => void;
  /** Why the list could not be loaded again. */
  readonly reloadProblem: Problem | null;
}

function ApplyEditsForm({ id, seen, found, reload, reloadProblem, onClose }: ApplyEditsFormProps) {
  const { edits, notTakenTotal } = found;
  // Where both changed a value, the story keeps its own unless the user chooses otherwise.
  const [chosen, setChosen] = useState(() => idsOf(edits.filter(({ isConflict }) => !isConflict)));
  const [overwrites, setOverwrites] = useState(notTakenTotal === 0);
  const applied = idsOf(edits.filter((edit) => chosen.has(edit.id)));
  const count = applied.size;
  const apply = async () => {
    const { hash } = openProjectStore.getState();
    const showDone = prepareUndoToast('otherCall');
    const { newVersion, notOverwritten } = await invoke('target.applyEdits', { id, edits: [...applied], seen: [...seen], overwrites });
    if (hash !== null) await whenVersionArrives(hash, newVersion);
    showDone(t('targets.applyEdits.done', { count }));
    if (notOverwritten) showToast({ tone: 'bad', title: t('targets.applyEdits.notOverwritten', { reason: notOverwritten }) });
  };
  const reloadIfOutdated = ({ code }: Problem): boolean => {
    // The story or the file has changed since the list was made.
    if (code === 'conflict' || code === 'folder') reload();
    return false;
  };
  const toggle = (edit: string, isChosen: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(edit);
      else next.delete(edit);
      return next;
    });
  return (
    <FormDialog
      title={t('targets.applyEdits.title')}
      submitLabel={t('targets.applyEdits.submit', { count })}
      isReady={count > 0}
      width={620}
      onProblem={reloadIfOutdated}
      run={apply}
      onClose={onClose}
    >
      {reloadProblem && <ProblemMessage problem={reloadProblem} />}
      <EditList
        edits={edits.filter(({ isConflict }) => !isConflict)}
        title={t('targets.applyEdits.onlyInFile')}
        chosen={chosen}
        onToggle={toggle}
      />
      <EditList
        edits={edits.filter(({ isConflict, base }) => isConflict && base !== null)}
        title={t('targets.applyEdits.inBoth')}
        chosen={chosen}
        onToggle={toggle}
      />
      <EditList
        edits={edits.filter(({ isConflict, base }) => isConflict && base === null)}
        title={t('targets.applyEdits.differs')}
        chosen={chosen}
        onToggle={toggle}
      />
      <SkippedEdits found={found} />
      <Checkbox isSelected={overwrites} onChange={setOverwrites}>
        {t('targets.applyEdits.overwrite')}
      </Checkbox>
      {overwrites && (count < edits.length || notTakenTotal > 0) && (
        <p className="story-changes-note">{t('targets.applyEdits.overwriteHint')}</p>
      )}
    </FormDialog>
  );
}

const idsOf = (edits: readonly ForeignEdit[]): ReadonlySet<string> => new Set(edits.map(({ id }) => id));

const pageSize = 100;

interface EditListProps {
  readonly edits: readonly ForeignEdit[];
  readonly title: string;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (edit: string, isChosen: boolean) => void;
}

/** Lists of what another program changed in an exported file: values that can be chosen, and changes that cannot be applied, with the reason. */
export function EditList({ edits, title, chosen, onToggle }: EditListProps) {
  const [shown, setShown] = useState(pageSize);
  if (edits.length === 0) return null;
  return (
    <section>
      <h3 className="change-list-title">{title}</h3>
      <ul className="apply-edits" aria-label={title}>
        {edits.slice(0, shown).map((edit) => (
          <li key={edit.id}>
            <Checkbox isSelected={chosen.has(edit.id)} onChange={(isChosen) => onToggle(edit.id, isChosen)}>
              {t(edit.message)}
            </Checkbox>
            <EditValues edit={edit} />
          </li>
        ))}
        {edits.length > shown && (
          <li>
            <Button variant="quiet" onPress={() => setShown(shown + pageSize)}>
              {t('targets.showMore', { count: edits.length - shown })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function EditValues({ edit: { base, inStory, inFile, isConflict } }: { edit: ForeignEdit }) {
  return (
    <dl className="foreign-edit-values">
      {isConflict && (
        <>
          <dt>{t('targets.applyEdits.inStory')}</dt>
          <dd>{base ? <WordDiff before={t(base)} after={t(inStory)} /> : t(inStory)}</dd>
        </>
      )}
      <dt>{t('targets.applyEdits.inFile')}</dt>
      <dd>
        <WordDiff before={t(base ?? inStory)} after={t(inFile)} />
      </dd>
    </dl>
  );
}

export function SkippedEdits({ found: { notTaken, notTakenTotal } }: { found: ForeignEdits }) {
  if (notTakenTotal === 0) return null;
  return (
    <section>
      <h3 className="change-list-title">{t('targets.applyEdits.notAppliedTitle')}</h3>
      <ul className="change-list" aria-label={t('targets.applyEdits.notAppliedTitle')}>
        {notTaken.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items without a name have the same sentence, and the list does not change
          <li key={index}>{t(each)}</li>
        ))}
        {notTakenTotal > notTaken.length && <li>{t('targets.storyChanges.more', { count: notTakenTotal - notTaken.length })}</li>}
      </ul>
    </section>
  );
}
