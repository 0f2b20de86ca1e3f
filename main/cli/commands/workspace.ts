import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { restExportFormats } from '../../../shared/contracts/rest/export-formats.ts';
import { type CliResult, defineCliCommand } from '../define-command.ts';
import { formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';
import { parseList } from './member-options.ts';

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

/** The workspace of this computer: seats (they make the quotas), capacity, limits of files, export features. */
export const workspaceCommands = [
  defineCliCommand({
    name: 'workspace show',
    usage: '',
    description: 'shows the workspace: seats, capacity, limits, exports',
    positionals: [],
    options: {},
    run: async (_, session) => toWorkspaceResult(await session().invoke('workspace.show', {})),
  }),
  defineCliCommand({
    name: 'workspace set',
    usage: workspaceUsage,
    description: `changes the workspace; "none" is no limit, --exports takes ${restExportFormats.join(',')}, all or none`,
    positionals: [],
    options: workspaceOptions,
    async run({ values }, session) {
      const fields = parseWorkspaceFields(values);
      if (Object.values(fields).every((value) => value === undefined)) throw new UsageError('workspace set wants to know what to change.');
      return toWorkspaceResult(await session().invoke('workspace.set', fields));
    },
  }),
  defineCliCommand({
    name: 'workspace create',
    usage: workspaceUsage,
    description: 'makes another workspace with projects, members, keys and quotas of its own, to try things against',
    positionals: [],
    options: workspaceOptions,
    run: async ({ values }, session) => toWorkspaceResult(await session().invoke('workspace.create', parseWorkspaceFields(values))),
  }),
  defineCliCommand({
    name: 'workspace list',
    usage: '',
    description: 'lists the workspaces; the first is that of this computer',
    positionals: [],
    options: {},
    async run(_, session) {
      const workspaces = await session().invoke('workspace.list', {});
      const rows = workspaces.map(({ id, name, seats }) => [id, name, String(seats)]);
      return { value: workspaces, text: formatTable(['workspace', 'name', 'seats'], rows) };
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
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${option} is a whole number, not "${value}".`);
  return Number(value);
}

const parseWholeNumberOrNone = (option: string, value: string | undefined): number | null | undefined =>
  value === 'none' ? null : parseWholeNumber(option, value);

function toWorkspaceResult(workspace: Workspace): CliResult {
  const { id, name, seats, projects, items, fileBytes, projectBytes, imagePixels, exports } = workspace;
  const orNone = (value: number | null, unit = '') => (value === null ? 'no limit' : `${value}${unit}`);
  const rows = [
    ['id', id],
    ['name', name],
    ['seats', seats === 0 ? '0 (a trial, with the quotas of one)' : String(seats)],
    ['projects', orNone(projects)],
    ['items a project', orNone(items)],
    ['asset file', orNone(fileBytes, ' bytes')],
    ['assets a project', orNone(projectBytes, ' bytes')],
    ['images', `${imagePixels} pixels wide and high`],
    ['exports', exports.join(', ') || 'none'],
  ];
  return { value: workspace, text: rows.map(([what = '', is]) => `${what.padEnd(16)}  ${is}`).join('\n') };
}
