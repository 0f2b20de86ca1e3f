/** The preview of an import: every change to a text, and every cell that cannot be imported, with the reason. */

import { useEffect, useState } from 'react';
import { type Message, message } from '../../../shared/messages/message.ts';
import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { NumberedTable } from '../../../shared/sheets/sheet-headers.ts';
import { t } from '../../messages/translate.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { describeRecord } from '../../records/names/describe-record.ts';
import { currentProject } from '../../state/open-project.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { plainCellText } from './text-rows.ts';
import {
  createImportCommand,
  createSheetImport,
  importOutcome,
  importSheet,
  isStillBefore,
  type SheetChange,
  type SheetError,
  type SheetImport,
} from './translation-sheet.ts';

/** The maximum number of listed changes. */
const maxRows = { changes: 100, faults: 200 };

export function ImportPreviewDialog({ file, table, close }: { file: string; table: NumberedTable; close: () => void }) {
  const project = currentProject();
  const [clearsEmptyCells, setClears] = useState(false);
  const { read, isReading, readAgain } = useSheetImport({ table, clearsEmptyCells });
  if (!read)
    return (
      <Dialog title={t('translations.preview.title', { file })} onClose={close} width={860}>
        <ProgressIndicator label={t('translations.reading')} fraction={null} />
      </Dialog>
    );
  const { changes, errors, unchangedCount, emptyCount, undeclaredEncoding } = read;
  const command = createImportCommand(changes);
  const body = (
    <div className="dialog-stack import-preview" aria-busy={isReading}>
      {errors.length > 0 && <ImportErrors faults={errors} />}
      {undeclaredEncoding !== null && <p>{t('translations.preview.encoding', { encoding: undeclaredEncoding })}</p>}
      <p role="status">{t(outcomeMessage(read, file))}</p>
      {changes.length > 0 && <ImportChanges project={project} changes={changes} />}
      {(emptyCount > 0 || clearsEmptyCells) && (
        <Checkbox isSelected={clearsEmptyCells} onChange={setClears}>
          {t('translations.preview.clears')}
        </Checkbox>
      )}
      <p className="field-description">
        {[
          unchangedCount > 0 ? t('translations.preview.same', { count: unchangedCount }) : '',
          emptyCount > 0 ? t('translations.preview.empty', { count: emptyCount }) : '',
          changes.length > 0 ? t('translations.preview.undo') : '',
        ].join(' ')}
      </p>
    </div>
  );
  // With the checkbox, the dialog keeps its form, so that the focus stays.
  if (!command && emptyCount === 0 && !clearsEmptyCells)
    return (
      <Dialog title={t('translations.preview.title', { file })} onClose={close} width={860}>
        {body}
      </Dialog>
    );
  return (
    <FormDialog
      title={t('translations.preview.title', { file })}
      submitLabel={t('translations.preview.confirm', { count: changes.length })}
      isReady={command !== null && !isReading}
      run={async () => {
        if (!command) return;
        if (!changes.every((change) => isStillBefore(currentProject(), change))) {
          readAgain();
          throw new Problem('conflict', message('translations.preview.outdated'));
        }
        const showDone = prepareUndoToast();
        await sendCommand(command);
        showDone(t('translations.preview.done', { count: changes.length }));
      }}
      onClose={close}
      width={860}
    >
      {body}
    </FormDialog>
  );
}

function outcomeMessage(read: SheetImport, file: string): Message {
  switch (importOutcome(read)) {
    case 'changes':
      return message('translations.preview.changes', { count: read.changes.length });
    case 'same':
      return message('translations.preview.none');
    case 'unread':
      return message('translations.preview.unread', { file });
    case 'someUnread':
      return message('translations.preview.someUnread');
  }
}

interface SheetImportOptions {
  readonly table: NumberedTable;
  readonly clearsEmptyCells: boolean;
}

/** The last result of comparing the file with the story, in slices, and whether a comparison is running; null until the first one ends. */
export function useSheetImport({ table, clearsEmptyCells }: SheetImportOptions): {
  readonly read: SheetImport | null;
  readonly isReading: boolean;
  /** For a story that has changed since. */
  readonly readAgain: () => void;
} {
  const [times, setTimes] = useState(0);
  const [done, setDone] = useState<(SheetImportOptions & { readonly times: number; readonly read: SheetImport }) | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = createSheetImport();
    void runInSlices(importSheet(currentProject(), table, { clearsEmptyCells }, read), {
      pause: yieldToMain,
      isCurrent: () => isCurrent,
    }).then((isWhole) => isWhole && isCurrent && setDone({ table, clearsEmptyCells, times, read }));
    return () => {
      isCurrent = false;
    };
  }, [table, clearsEmptyCells, times]);
  return {
    read: done?.read ?? null,
    isReading: done?.table !== table || done.clearsEmptyCells !== clearsEmptyCells || done.times !== times,
    readAgain: () => setTimes((before) => before + 1),
  };
}

function ImportErrors({ faults }: { faults: readonly SheetError[] }) {
  return (
    <section className="import-faults">
      <p>{t('translations.preview.faults', { count: faults.length })}</p>
      <ul>
        {faults.slice(0, maxRows.faults).map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            {line !== null && (
              <b>
                {column === null ? t('translations.preview.row', { row: line }) : t('translations.preview.where', { row: line, column })}:{' '}
              </b>
            )}
            {message}
          </li>
        ))}
        {faults.length > maxRows.faults && <li>{t('translations.preview.more', { count: faults.length - maxRows.faults })}</li>}
      </ul>
    </section>
  );
}

function ImportChanges({ project, changes }: { project: Project; changes: readonly SheetChange[] }) {
  return (
    <ul className="import-changes">
      {changes.slice(0, maxRows.changes).map(({ row, iso, before, after }) => (
        <li key={`${row.key} ${iso}`}>
          <p>
            {describeRecord(project, row.id)}{' '}
            <small>
              {t('translations.edit', { field: t(fieldLabel(row.field)), language: localeNameOf(project.projectRecord.locales, iso) })}
            </small>
          </p>
          <WordDiff before={plainCellText(row, before)} after={plainCellText(row, after)} />
        </li>
      ))}
      {changes.length > maxRows.changes && <li>{t('translations.preview.more', { count: changes.length - maxRows.changes })}</li>}
    </ul>
  );
}
