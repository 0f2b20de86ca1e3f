/** The fields of the dialogs that add and change a target: which boards and languages it exports, and where to. */
import { FolderSearch } from 'lucide-react';
import { useMemo } from 'react';
import type { LanguageFiles } from '../../../shared/contracts/exporters.ts';
import type { Target, TargetSettings } from '../../../shared/contracts/targets.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { shell } from '../../platform/bridge.ts';
import { type BoardTreeNode, boardTreeNodes } from '../../records/trees/tree-nodes.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem } from '../../ui/toast-queue.ts';

const boardScopeOptions = () =>
  [
    { id: 'all', label: t('targets.allBoards') },
    { id: 'some', label: t('targets.someBoards') },
  ] as const;

interface BoardRow {
  readonly node: BoardTreeNode;
  readonly depth: number;
  /** Ids of the folders that contain it. */
  readonly ancestors: readonly string[];
}

/** The boards that a target exports: all, or some selected in the tree. A folder includes everything in it, also what is added later. */
export function BoardPicker({
  value,
  onChange,
}: {
  value: readonly string[] | null;
  onChange: (boardIds: readonly string[] | null) => void;
}) {
  const nodes = useProject(boardTreeNodes);
  const rows = useMemo(() => [...flattenBoards(nodes, 0, [])], [nodes]);
  if (rows.length < 2 && value === null) return null;
  const toggle = (id: string, isIncluded: boolean) =>
    onChange(rows.map(({ node }) => node.id).filter((each) => (each === id ? isIncluded : value?.includes(each))));
  return (
    <>
      <Select
        label={t('targets.boards')}
        options={boardScopeOptions()}
        value={value ? 'some' : 'all'}
        onChange={(kind) => onChange(kind === 'all' ? null : rows.filter(({ depth }) => depth === 0).map(({ node }) => node.id))}
      />
      {value && (
        <fieldset className="board-boxes">
          <legend className="visually-hidden">{t('targets.boardsLabel')}</legend>
          {rows.map(({ node: { id, record }, depth, ancestors }) => {
            const isInSelectedFolder = ancestors.some((folder) => value.includes(folder));
            return (
              <div key={id} style={{ paddingInlineStart: depth * 20 }}>
                <Checkbox
                  isSelected={isInSelectedFolder || value.includes(id)}
                  isDisabled={isInSelectedFolder}
                  onChange={(isIncluded) => toggle(id, isIncluded)}
                >
                  <bdi>{record.name || (record.type === 'folder' ? t('targets.unnamedFolder') : t('common.untitledBoard'))}</bdi>
                </Checkbox>
              </div>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function* flattenBoards(nodes: readonly BoardTreeNode[], depth: number, ancestors: readonly string[]): Generator<BoardRow> {
  for (const node of nodes) {
    yield { node, depth, ancestors };
    yield* flattenBoards(node.children, depth + 1, [...ancestors, node.id]);
  }
}

type LocaleSetting = TargetSettings['locales'];
interface LocalePickerProps {
  readonly engine: Target['engine'] | null;
  /** How the game's version of the plug-in reads several languages, if that is known. */
  readonly languageFiles?: LanguageFiles | undefined;
  readonly value: LocaleSetting;
  readonly onChange: (locales: LocaleSetting) => void;
}

const localeScopeOptions = () =>
  [
    { id: 'main', label: t('targets.mainLanguageOption') },
    { id: 'all', label: t('targets.allLanguages') },
    { id: 'some', label: t('targets.someLanguages') },
  ] as const;

/** The languages that a target exports. */
export function LocalePicker({ engine, languageFiles, value, onChange }: LocalePickerProps) {
  const exporter = useExporters().find(({ id }) => id === engine);
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  if (locales.length < 2 && value === 'main') return null;
  if ((languageFiles ?? exporter?.languageFiles) === 'oneLanguage')
    return <OneLocalePicker locales={locales} value={value} onChange={onChange} />;
  const some = value === 'main' || value === 'all' ? null : value;
  const toggle = (iso: string, isIncluded: boolean) => {
    const next = locales.map((each) => each.iso).filter((each) => (each === iso ? isIncluded : some?.includes(each)));
    if (next.length > 0) onChange(next);
  };
  return (
    <>
      <Select
        label={t('targets.languages')}
        options={localeScopeOptions()}
        value={value === 'main' || value === 'all' ? value : 'some'}
        onChange={(kind) => onChange(kind === 'some' ? [main] : kind)}
      />
      {some && (
        <fieldset className="locale-boxes">
          <legend className="visually-hidden">{t('targets.languagesToWrite')}</legend>
          {locales.map(({ iso, name }) => (
            <Checkbox key={iso} isSelected={some.includes(iso)} onChange={(isIncluded) => toggle(iso, isIncluded)}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** An engine that reads one language only. */
function OneLocalePicker({
  locales,
  value,
  onChange,
}: Omit<LocalePickerProps, 'engine' | 'languageFiles'> & { readonly locales: readonly Locale[] }) {
  return (
    <Select
      label={t('targets.languages')}
      options={[
        { id: mainLanguageId, label: t('targets.mainLanguageOption') },
        ...locales.map(({ iso, name: label }) => ({ id: iso, label })),
      ]}
      value={typeof value === 'string' ? mainLanguageId : (value[0] ?? mainLanguageId)}
      onChange={(iso) => onChange(iso === mainLanguageId ? 'main' : [iso])}
    />
  );
}
const mainLanguageId = 'main';

/** The setting that the picker shows for an engine: what was chosen for another engine may be more than this one reads. */
export const localesForEngine = (locales: LocaleSetting, languageFiles: string | undefined): LocaleSetting => {
  if (languageFiles !== 'oneLanguage' || locales === 'main') return locales;
  return locales === 'all' ? 'main' : locales.slice(0, 1);
};

/** Whether to write one file per language. Shown only for exporters that support one file for all languages as well. */
export function FilePerLanguageCheckbox({
  engine,
  locales,
  value,
  onChange,
}: {
  engine: Target['engine'] | null;
  locales: TargetSettings['locales'];
  value: boolean;
  onChange: (fileEach: boolean) => void;
}) {
  const exporter = useExporters().find(({ id }) => id === engine);
  if (exporter?.languageFiles !== 'either' || locales === 'main') return null;
  return (
    <Checkbox isSelected={value} onChange={onChange}>
      {t('targets.options.filePerLanguage')}
    </Checkbox>
  );
}

interface PathFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isReadOnly?: boolean;
  readonly onChange: (path: string) => void;
  /** Opens the dialog; resolves to null if the user cancels it. */
  readonly choose: () => Promise<string | null>;
}

/** A path: typed, or chosen in the dialog of the system where there is one. */
export function PathField({ label, value, placeholder, isReadOnly = false, onChange, choose }: PathFieldProps) {
  const chooseAndChange = async () => {
    try {
      const path = await choose();
      if (path !== null) onChange(path);
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  return (
    <div className="path-field">
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        isReadOnly={isReadOnly}
        isCode
        autoFocus={shell === 'browser'}
      />
      {shell === 'desktop' && (
        <Button icon={FolderSearch} onPress={() => void chooseAndChange()} autoFocus>
          {t('common.choose')}
        </Button>
      )}
    </div>
  );
}
