/** All texts of the story with their languages side by side: how far each one is, what is missing, and the way out to a file and in again. */
import { Download, Languages, Upload } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { Problem } from '../../shared/problem.ts';
import { during } from '../state/busy.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { told } from '../state/send.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { MenuButton } from '../ui/menu.tsx';
import { translationsWords as words } from '../words/en/translations.ts';
import { ImportPreview } from './import-preview.tsx';
import type { SheetFormat } from './sheet-worker.ts';
import { handOver, pickTable, readTable, tableFile } from './table-files.ts';
import type { TextRow } from './text-rows.ts';
import { TranslationFilters, useWanted } from './translation-filters.tsx';
import { TranslationTable } from './translation-table.tsx';
import { useTable } from './use-table.ts';
import './translations.css';

const none: readonly TextRow[] = [];

export function TranslationsDialog({ close }: { close: () => void }) {
  const locales = useProject(({ root }) => root.locales);
  const [asked, ask] = useWanted(locales);
  const wanted = useDeferredValue(asked);
  const table = useTable(wanted);
  const rows = table?.rows ?? none;
  const columns = locales.filter(({ iso }) => wanted.isos.includes(iso));
  const files = useFiles(rows);
  const go = useCallback(
    (row: TextRow) => {
      close();
      goToRecord(row);
    },
    [close],
  );
  return (
    <Dialog title={words.title} onClose={close} width={1480}>
      <div className="translations">
        <ul className="translation-progress" aria-label={words.title}>
          {(table?.progress ?? []).map(({ iso, done, changed, all: total }) => {
            const says = words.progress(locales.find((each) => each.iso === iso)?.name ?? iso, done, total, changed);
            return (
              <li key={iso}>
                <span>{says}</span>
                <progress value={done - changed} max={Math.max(1, total)} aria-label={says} />
              </li>
            );
          })}
        </ul>
        {locales.length === 1 && <p className="field-description">{words.oneLanguage}</p>}
        <TranslationFilters wanted={asked} ask={ask} locales={locales} />
        {!table ? (
          <p className="translations-none">{words.opening}</p>
        ) : rows.length === 0 ? (
          <p className="translations-none">{words.none}</p>
        ) : (
          <TranslationTable rows={rows} columns={columns} locales={locales} go={go} />
        )}
        <footer className="dialog-buttons">
          <p className="field-description" role="status">
            {words.counted(rows.length)}
          </p>
          <Button icon={Languages} onPress={async () => (await import('../project/show-languages.tsx')).showLanguages({ beside: 'table' })}>
            {words.languages}
          </Button>
          <Button icon={Download} onPress={files.take}>
            {words.in}
          </Button>
          <MenuButton
            label={words.out}
            icon={Upload}
            entries={(['csv', 'xlsx'] as const).map((as) => ({ id: as, label: words[as], run: () => files.give(as) }))}
          />
        </footer>
      </div>
    </Dialog>
  );
}

/** Out and in; what is under way is given up when the table closes. */
function useFiles(rows: readonly TextRow[]) {
  const life = useRef(new AbortController());
  useEffect(() => {
    life.current = new AbortController();
    return () => life.current.abort(new Problem('cancelled', ''));
  }, []);
  const give = async (as: SheetFormat) => {
    const { project } = openProject.getState();
    const isos = project.root.locales.map(({ iso }) => iso);
    const file = await told(during(words.writing, tableFile(project, { as, rows, isos, signal: life.current.signal })));
    const name = `${project.root.name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'story'} ${selection.getState().locale ?? ''}`.trim();
    handOver(file, `${name}.${as}`);
  };
  const take = async () => {
    const file = await pickTable();
    if (!file) return;
    const table = await told(during(words.reading, readTable(file, life.current.signal)));
    showDialog((close) => <ImportPreview file={file.name} table={table} close={close} />);
  };
  return { give: (as: SheetFormat) => void give(as).catch(() => undefined), take: () => void take().catch(() => undefined) };
}
