/** What a table file would change, before it does: text by text, with every cell that cannot be taken and why. */
import { useEffect, useState } from 'react';
import type { Project } from '../../shared/project.ts';
import { WordMarks } from '../history/word-marks.tsx';
import { mirrorOf } from '../state/mirrors.ts';
import { openProject, rest } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { inSlices } from '../state/slices.ts';
import { whoIs } from '../state/who-is.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Progress } from '../ui/progress.tsx';
import { translationsWords } from '../words/en/translations.ts';
import { nothingRead, type SheetChange, type SheetFault, type SheetRead, sheetCommand, sheetWork } from './sheet.ts';
import type { ReadTable } from './sheet-worker.ts';
import { wordsOfCell } from './text-rows.ts';

const words = translationsWords.preview;
/** More than anyone reads before saying yes. */
const MOST = { changes: 100, faults: 200 };

export function ImportPreview({ file, table, close }: { file: string; table: ReadTable; close: () => void }) {
  const { project } = openProject.getState();
  const [clears, setClears] = useState(false);
  const read = useRead(table, clears);
  if (!read)
    return (
      <Dialog title={words.title(file)} onClose={close} width={860}>
        <Progress label={translationsWords.reading} part={null} />
      </Dialog>
    );
  const { changes, faults, same, empty } = read;
  const command = sheetCommand(changes);
  const body = (
    <div className="dialog-stack import-preview">
      {faults.length > 0 && <Faults faults={faults} />}
      <p role="status">{changes.length === 0 ? words.none : words.changes(changes.length)}</p>
      {changes.length > 0 && <Changes project={project} changes={changes} />}
      {(empty > 0 || clears) && (
        <Checkbox isSelected={clears} onChange={setClears}>
          {words.clears}
        </Checkbox>
      )}
      <p className="field-description">
        {[same > 0 ? words.same(same) : '', empty > 0 ? words.empty(empty) : '', changes.length > 0 ? words.undo : ''].join(' ')}
      </p>
    </div>
  );
  if (!command && empty === 0)
    return (
      <Dialog title={words.title(file)} onClose={close} width={860}>
        {body}
      </Dialog>
    );
  return (
    <FormDialog
      title={words.title(file)}
      does={words.does(changes.length)}
      isReady={command !== null}
      run={() => (command ? send(command) : undefined)}
      onClose={close}
      width={860}
    >
      {body}
    </FormDialog>
  );
}

/** What the file says, compared with the story in slices; null while that is under way. */
function useRead(table: ReadTable, clears: boolean): SheetRead | null {
  const [done, setDone] = useState<SheetRead | null>(null);
  useEffect(() => {
    let going = true;
    const { project, hash } = openProject.getState();
    const read = nothingRead();
    setDone(null);
    void inSlices(sheetWork(project, table, optionsFor(hash, clears), read), { rest, going: () => going }).then(
      (isWhole) => isWhole && going && setDone(read),
    );
    return () => {
      going = false;
    };
  }, [table, clears]);
  return done;
}

/** [G21] Into a mirrored project only what its service takes. */
const optionsFor = (hash: string | null, clears: boolean) => ({ dialect: mirrorOf(hash) ? ('api' as const) : ('story' as const), clears });

function Faults({ faults }: { faults: readonly SheetFault[] }) {
  return (
    <section className="import-faults">
      <p>{words.faults(faults.length)}</p>
      <ul>
        {faults.slice(0, MOST.faults).map(({ line, column, says }) => (
          <li key={`${line} ${column} ${says}`}>
            {line !== null && <b>{column === null ? words.row(line) : words.where(line, column)}: </b>}
            {says}
          </li>
        ))}
        {faults.length > MOST.faults && <li>{words.more(faults.length - MOST.faults)}</li>}
      </ul>
    </section>
  );
}

function Changes({ project, changes }: { project: Project; changes: readonly SheetChange[] }) {
  return (
    <ul className="import-changes">
      {changes.slice(0, MOST.changes).map(({ row, iso, before, after }) => (
        <li key={`${row.key} ${iso}`}>
          <p>
            {whoIs(project, row.id)} <small>{translationsWords.edit(translationsWords.fields[row.field], iso)}</small>
          </p>
          <WordMarks before={wordsOfCell(row, before)} after={wordsOfCell(row, after)} />
        </li>
      ))}
      {changes.length > MOST.changes && <li>{words.more(changes.length - MOST.changes)}</li>}
    </ul>
  );
}
