/** Exports to a file that the user selects, outside any target. */
import { useState } from 'react';
import type { ExporterId, LanguageFiles, PluginVersion } from '../../../shared/contracts/exporters.ts';
import type { ExportResult, WrittenFile } from '../../../shared/contracts/ipc/results.ts';
import { languageFilesFor, newestReleasedVersion, versionName } from '../../../shared/contracts/plugin-versions.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { compareTexts, languageStore, t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { showInFolder, suggestedFileName } from '../../records/choose-save-path.tsx';
import { recordName } from '../../records/names/record-names.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useDocuments, useExporters } from '../../state/exporters-store.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { PathField } from './target-fields.tsx';

export const showExportToFileDialog = (): void => showDialog((close) => <ExportToFileDialog close={close} />);

/** Options in addition to the language codes of the story. They contain a space, which no code does. */
const mainLanguageId = 'main language';
const allLanguagesId = 'all languages';
/** The option for elements with any component. It contains a space, as no id does. */
const anyComponentId = 'any component';

/** A format of the dialog: an export, or a document. */
interface FileFormat {
  readonly id: string;
  readonly label: string;
  readonly fileExtensions: readonly string[];
  readonly isDocument: boolean;
  readonly languageFiles: LanguageFiles;
  readonly hasCompactForm: boolean;
  /** Those of the plug-in that reads the file. */
  readonly pluginVersions: readonly PluginVersion[];
  readonly description?: string;
}

function useFileFormats(): readonly FileFormat[] {
  const exporters = useExporters();
  const documents = useDocuments();
  return [
    ...exporters.map(({ id, label, fileExtension, languageFiles, hasCompactForm, pluginVersions, isImportable }) => ({
      id,
      label,
      fileExtensions: [fileExtension],
      isDocument: false,
      languageFiles,
      hasCompactForm,
      pluginVersions,
      ...(isImportable && { description: t('project.export.importable') }),
    })),
    ...documents.map((document) => ({
      ...document,
      label: t(document.label),
      isDocument: true,
      languageFiles: 'either' as const,
      hasCompactForm: false,
      pluginVersions: [],
      description: t('project.export.document'),
    })),
  ];
}

function ExportToFileDialog({ close }: { close: () => void }) {
  const formats = useFileFormats();
  const [chosenFormat, setFormat] = useState<ExporterId | null>(null);
  const format = formats.find(({ id }) => id === chosenFormat) ?? formats[0];
  const { isDocument = false, fileExtensions = [], pluginVersions = [] } = format ?? {};
  const [chosenVersion, setVersion] = useState<string | null>(null);
  const pluginVersion =
    pluginVersions.find(({ id }) => id === chosenVersion) ??
    (pluginVersions.length > 0 ? newestReleasedVersion(pluginVersions) : undefined);
  const canHaveAll = format !== undefined && hasOneFile(languageFilesFor(format.languageFiles, pluginVersion));
  const [isCompact, setCompact] = useState(false);
  const [chosenExtension, setExtension] = useState<string | null>(null);
  const [file, setFile] = useState('');
  // The backend writes the type that the extension of the file says.
  const extension =
    findExtension(file, fileExtensions) ?? fileExtensions.find((each) => each === chosenExtension) ?? fileExtensions[0] ?? '';
  const [chosenLanguage, setLanguage] = useState(mainLanguageId);
  const language = chosenLanguage === allLanguagesId && !canHaveAll ? mainLanguageId : chosenLanguage;
  const [component, setComponent] = useState(anyComponentId);
  const adaptFile = (to: string) => setFile((before) => adaptFileTo(before, { from: formats.flatMap((each) => each.fileExtensions), to }));
  return (
    <FormDialog
      title={t('project.export.title')}
      submitLabel={t('project.export.confirm')}
      isReady={file.trim() !== ''}
      run={async () => format && exportToFile({ format, file: file.trim(), language, component, pluginVersion, isCompact })}
      onClose={close}
      width={520}
    >
      <Select
        label={t('project.format')}
        options={formats}
        value={format?.id ?? null}
        onChange={(id) => {
          setFormat(id);
          adaptFile(formats.find((each) => each.id === id)?.fileExtensions[0] ?? '');
        }}
      />
      {fileExtensions.length > 1 && (
        <Select
          label={t('project.export.fileType')}
          options={fileExtensions.map((id) => ({ id, label: id.slice(1).toUpperCase() }))}
          value={extension}
          onChange={(each) => {
            setExtension(each);
            adaptFile(each);
          }}
        />
      )}
      {format && pluginVersion && (
        <Select
          label={t('targets.plugin.label', { engine: format.label })}
          options={pluginVersions.toReversed().map((version) => ({ id: version.id, label: t(versionName(version)) }))}
          value={pluginVersion.id}
          onChange={setVersion}
        />
      )}
      {isDocument && <ComponentSelect value={component} onChange={setComponent} />}
      <LanguageSelect value={language} onChange={setLanguage} canHaveAll={canHaveAll} />
      {format?.hasCompactForm && (
        <Checkbox isSelected={isCompact} onChange={setCompact}>
          {t('targets.options.compact')}
        </Checkbox>
      )}
      <FileField value={file} onChange={setFile} extension={extension} />
    </FormDialog>
  );
}

/** Whether a file may have several languages. */
const hasOneFile = (languageFiles: LanguageFiles): boolean => languageFiles === 'either' || languageFiles === 'oneFile';

interface FileExport {
  readonly format: FileFormat;
  readonly file: string;
  readonly language: string;
  readonly component: string;
  readonly pluginVersion: PluginVersion | undefined;
  readonly isCompact: boolean;
}

/** Writes the file and reports it in a toast. Does nothing if the project was closed. */
async function exportToFile(chosen: FileExport): Promise<void> {
  const { file, language, component, pluginVersion, isCompact } = chosen;
  const { id: format, isDocument, hasCompactForm } = chosen.format;
  const { hash, project } = openProjectStore.getState();
  if (hash === null) return;
  const writing: Promise<WrittenFile & Partial<ExportResult>> = isDocument
    ? invoke('project.exportDocument', {
        hash,
        file,
        format,
        language: languageStore.getState().language,
        options: toDocumentOptions(language, component, project.projectRecord.locales),
      })
    : invoke('project.export', {
        hash,
        file,
        options: { format, ...toLanguageOptions(language), pluginVersion: pluginVersion?.id ?? null, compact: isCompact && hasCompactForm },
      });
  const written = await withBusyIndicator(t('project.export.progress'), writing);
  const { warnings = [] } = written;
  showToast({
    tone: warnings.length > 0 ? 'warning' : 'good',
    title: t('project.export.done', { written: written.file }),
    ...showInFolder(written.file),
    lines: warnings.map(({ message }) => t(message)),
  });
}

/** Renders nothing for a story in one language. */
function LanguageSelect({ value, onChange, canHaveAll }: { value: string; onChange: (id: string) => void; canHaveAll: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  if (locales.length <= 1) return null;
  const options = [
    { id: mainLanguageId, label: t('project.export.mainLanguage') },
    ...(canHaveAll ? [{ id: allLanguagesId, label: t('project.export.allLanguages') }] : []),
    ...locales.map(({ iso, name: label }) => ({ id: iso, label: t('project.export.onlyLanguage', { label }) })),
  ];
  return <Select label={t('project.languages')} options={options} value={value} onChange={onChange} />;
}

/** In the browser the path is typed; on the desktop it comes from the system's save dialog. */
function FileField({ value, onChange, extension }: { value: string; onChange: (file: string) => void; extension: string }) {
  const name = useProject((project) => project.projectRecord.name);
  return (
    <PathField
      label={t('project.file')}
      value={value}
      onChange={onChange}
      placeholder={shell === 'desktop' ? '' : `/home/name/story${extension}`}
      isReadOnly={shell === 'desktop'}
      choose={() => invoke('dialog.saveFile', { suggested: suggestedFileName(name, extension), title: t('project.export.title') })}
    />
  );
}

/** On the desktop the file comes from a save dialog, and only that file may be written: another one has to be chosen. */
const adaptFileTo = (file: string, extensions: ExtensionChange): string => {
  if (shell === 'browser') return replaceExtension(file, extensions);
  return findExtension(file, [extensions.to]) === undefined ? '' : file;
};

function ComponentSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { project } = openProjectStore.getState();
  const components = [...project.recordsOfKind('component')].filter(({ type }) => type === 'component');
  const options = components.map(({ id }) => ({ id, label: recordName(project, id) || id }));
  return (
    <Select
      label={t('project.export.component')}
      options={[{ id: anyComponentId, label: t('project.export.anyComponent') }, ...options.sort((a, b) => compareTexts(a.label, b.label))]}
      value={value}
      onChange={onChange}
    />
  );
}

function toDocumentOptions(language: string, component: string, locales: readonly Locale[]) {
  const { locale, allLocales } = toLanguageOptions(language);
  return {
    ...(locale !== undefined && { locales: [locale] }),
    ...(allLocales && { locales: locales.map(({ iso }) => iso) }),
    ...(component !== anyComponentId && { componentIds: [component] }),
  };
}

function toLanguageOptions(language: string): { allLocales?: true; locale?: string } {
  if (language === mainLanguageId) return {};
  return language === allLanguagesId ? { allLocales: true } : { locale: language };
}

interface ExtensionChange {
  /** Those that may be replaced: others belong to the name. */
  readonly from: readonly string[];
  readonly to: string;
}

/** Extensions of file names, with their dots. */
export const findExtension = (file: string, extensions: readonly string[]): string | undefined =>
  extensions.filter((each) => file.trim().toLowerCase().endsWith(each)).sort((one, two) => two.length - one.length)[0];

export function replaceExtension(file: string, { from, to }: ExtensionChange): string {
  const present = findExtension(file, from);
  return present === undefined ? file : file.trim().slice(0, -present.length) + to;
}
