/** All texts of the story with their translations side by side: progress, filters, and export and import of table files. */

import { Languages } from 'lucide-react';
import { useDeferredValue } from 'react';
import { message } from '../../../shared/messages/message.ts';
import { type Locale, localeNameOf } from '../../../shared/model/kinds/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { lazyCode } from '../../platform/lazy-code.ts';
import { suggestedFileName } from '../../records/choose-save-path.tsx';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { onProjectChange, openProjectStore, useProject } from '../../state/open-project.ts';
import { selectionStore } from '../../state/selection.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { prepareDialog } from '../../ui/dialog-store.ts';
import { exportIcon, importIcon } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { View } from '../../ui/view.tsx';
import { ImportPreviewDialog } from './import-preview-dialog.tsx';
import { createSheetFile, pickSheetFile, readSheetFile, saveAsDownload } from './sheet-files.ts';
import type { SheetFormat } from './sheet-worker.ts';
import type { TextRow } from './text-rows.ts';
import { TranslationFilters, useTranslationQuery } from './translation-filters.tsx';
import { TranslationTable } from './translation-table.tsx';
import { type TranslationProgress, useTranslationTable } from './use-translation-table.ts';
import './translations.css';

const noRows: readonly TextRow[] = [];

const languagesDialog = lazyCode(() => import('./languages-dialog.tsx'));

export function TranslationsView() {
  const locales = useProject(({ projectRecord }) => projectRecord.locales);
  const [query, setQuery] = useTranslationQuery(locales);
  const deferredQuery = useDeferredValue(query);
  const table = useTranslationTable(deferredQuery);
  const rows = table?.rows ?? noRows;
  const columns = locales.filter(({ iso }) => deferredQuery.isos.includes(iso));
  const files = useSheetFiles(rows);
  return (
    <View title={t('translations.title')}>
      <div className="translations fills-view">
        {locales.length === 1 ? (
          <p className="view-intro">{t('translations.oneLanguage')}</p>
        ) : (
          <ProgressList progress={table?.progress ?? []} locales={locales} />
        )}
        <TranslationFilters query={query} onChange={setQuery} locales={locales} />
        {rows.length === 0 ? (
          <p className="translations-none">{t(table ? 'translations.none' : 'translations.opening')}</p>
        ) : (
          <TranslationTable rows={rows} columns={columns} locales={locales} go={goToRecord} />
        )}
      </div>
      <footer className="dialog-buttons translation-buttons">
        <p className="field-description" role="status">
          {t('translations.counted', { count: rows.length })}
        </p>
        <Button
          icon={Languages}
          onPress={() => languagesDialog.run(({ showLanguagesDialog }) => showLanguagesDialog({ openedFrom: 'table' }))}
        >
          {t('translations.languages')}
        </Button>
        <Button icon={importIcon} onPress={files.take}>
          {t('translations.importEntry')}
        </Button>
        <MenuButton
          label={t('translations.exportMenu')}
          icon={exportIcon}
          showsLabel
          entries={(['csv', 'xlsx'] as const).map((as) => ({
            id: as,
            label: t(`translations.exportFormats.${as}`),
            run: () => files.give(as),
          }))}
        />
      </footer>
    </View>
  );
}

function ProgressList({ progress, locales }: { progress: readonly TranslationProgress[]; locales: readonly Locale[] }) {
  return (
    <ul className="translation-progress" aria-label={t('translations.title')}>
      {progress.map(({ iso, done, changed, all }) => {
        const label = t('translations.progress', { language: localeNameOf(locales, iso), done, all, changed });
        return (
          <li key={iso}>
            <span>{label}</span>
            <progress value={done - changed} max={Math.max(1, all)} aria-label={label} />
          </li>
        );
      })}
    </ul>
  );
}

/** Work that ends with the project, and not with the view, which another tab replaces. */
async function whileProjectIsOpen<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stopWatching = onProjectChange(() => controller.abort(new Problem('cancelled', message('problem.job.cancelledShort'))));
  return work(controller.signal).finally(stopWatching);
}

/** Export and import of table files. */
function useSheetFiles(rows: readonly TextRow[]) {
  const give = async (as: SheetFormat) => {
    const { project } = openProjectStore.getState();
    const isos = project.projectRecord.locales.map(({ iso }) => iso);
    const file = await withErrorToast(
      withBusyIndicator(
        t('translations.writing'),
        whileProjectIsOpen((signal) => createSheetFile(project, { as, rows, isos, signal })),
      ),
    );
    const { locale } = selectionStore.getState();
    saveAsDownload(file, suggestedFileName(project.projectRecord.name, locale === null ? `.${as}` : ` ${locale}.${as}`));
  };
  const take = async () => {
    const file = await pickSheetFile();
    if (!file) return;
    const showDialog = prepareDialog();
    const table = await withErrorToast(
      withBusyIndicator(
        t('translations.reading'),
        whileProjectIsOpen((signal) => readSheetFile(file, signal)),
      ),
    );
    showDialog((close) => <ImportPreviewDialog file={file.name} table={table} close={close} />);
  };
  return { give: (as: SheetFormat) => void give(as).catch(() => undefined), take: () => void take().catch(() => undefined) };
}
