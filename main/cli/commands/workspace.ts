import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { restExportFormats } from '../../../shared/contracts/rest/export-formats.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import { type CliResult, defineCliCommand, UsageError } from '../define-command.ts';
import { formatRows, formatTable } from '../format-text.ts';
import { parseList } from './member.ts';

const workspaceUsage =
  '[--name N] [--seats N] [--projects N] [--items N] [--exports LIST] [--file-bytes N] [--project-bytes N] [--image-pixels N]';
const workspaceOptions = {
  name: { type: 'string' },
  seats: { type: 'string' },
  projects: { type: 'string' },
  items: { type: 'string' },
  exports: { type: 'string' },
  'file-bytes': { type: 'string' },
  'project-bytes': { type: 'string' },
  'image-pixels': { type: 'string' },
} as const;

/** The workspaces: seats (which determine the quotas), capacity, file size limits and export features. */
export const workspaceCommands = [
  defineCliCommand({
    name: 'workspace show',
    usage: '',
    description: message('cli.workspace.show.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, translator } = session();
      return toWorkspaceResult(await invoke('workspace.show', {}), translator);
    },
  }),
  defineCliCommand({
    name: 'workspace set',
    usage: workspaceUsage,
    description: message('cli.workspace.set.description', { exports: restExportFormats.join(',') }),
    positionals: [],
    options: workspaceOptions,
    async run({ values }, session) {
      const fields = parseWorkspaceFields(values);
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError(message('cli.usage.nothingToChange', { command: 'workspace set' }));
      const { invoke, translator } = session();
      return toWorkspaceResult(await invoke('workspace.set', fields), translator);
    },
  }),
  defineCliCommand({
    name: 'workspace create',
    usage: workspaceUsage,
    description: message('cli.workspace.create.description'),
    positionals: [],
    options: workspaceOptions,
    async run({ values }, session) {
      const fields = parseWorkspaceFields(values);
      const { invoke, translator } = session();
      return toWorkspaceResult(await invoke('workspace.create', fields), translator);
    },
  }),
  defineCliCommand({
    name: 'workspace list',
    usage: '',
    description: message('cli.workspace.list.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, translator } = session();
      const workspaces = await invoke('workspace.list', {});
      const rows = workspaces.map(({ id, name, seats }) => [id, name, String(seats)]);
      return { value: workspaces, text: formatTable(['workspace', 'name', 'seats'], rows, translator) };
    },
  }),
];

type WorkspaceOptionValues = { readonly [O in keyof typeof workspaceOptions]?: string | undefined };
const parseWorkspaceFields = (values: WorkspaceOptionValues) => ({
  name: values.name,
  seats: parseWholeNumber('--seats', values.seats),
  projects: parseWholeNumberOrNone('--projects', values.projects),
  items: parseWholeNumberOrNone('--items', values.items),
  fileBytes: parseWholeNumberOrNone('--file-bytes', values['file-bytes']),
  projectBytes: parseWholeNumberOrNone('--project-bytes', values['project-bytes']),
  imagePixels: parseWholeNumber('--image-pixels', values['image-pixels']),
  exports: values.exports === undefined ? undefined : parseList('--exports', values.exports, restExportFormats),
});

function parseWholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(message('cli.usage.integer', { option, value }));
  return Number(value);
}

const parseWholeNumberOrNone = (option: string, value: string | undefined): number | null | undefined =>
  value === 'none' ? null : parseWholeNumber(option, value);

function toWorkspaceResult(workspace: Workspace, { t }: Translator): CliResult {
  const { id, name, seats, projects, items, fileBytes, projectBytes, imagePixels, exports } = workspace;
  const limit = (value: number | null) => (value === null ? t('cli.workspace.noLimit') : String(value));
  const bytes = (value: number | null) => (value === null ? t('cli.workspace.noLimit') : t('cli.workspace.bytes', { bytes: value }));
  const rows = [
    [t('cli.workspace.rows.id'), id],
    [t('cli.workspace.rows.name'), name],
    [t('cli.workspace.rows.seats'), seats === 0 ? t('cli.workspace.trialSeats') : String(seats)],
    [t('cli.workspace.rows.projects'), limit(projects)],
    [t('cli.workspace.rows.items'), limit(items)],
    [t('cli.workspace.rows.fileBytes'), bytes(fileBytes)],
    [t('cli.workspace.rows.projectBytes'), bytes(projectBytes)],
    [t('cli.workspace.rows.images'), t('cli.workspace.pixels', { pixels: imagePixels })],
    [t('cli.workspace.rows.exports'), exports.join(', ') || t('cli.workspace.noExports')],
  ];
  return { value: workspace, text: formatRows(rows) };
}
