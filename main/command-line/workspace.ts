import { exportFormats } from '../../shared/findings.ts';
import type { Workspace } from '../../shared/people.ts';
import { defineCommand, type Result } from './command-entry.ts';
import { someOf } from './member-rights.ts';
import { table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

const usage = '[--name N] [--seats N] [--projects N] [--items N] [--exports LIST] [--file-bytes N] [--project-bytes N] [--image-pixels N]';
const options = {
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
  defineCommand({
    name: 'workspace show',
    usage: '',
    does: 'shows the workspace: seats, capacity, limits, exports',
    words: [],
    options: {},
    run: async (_, session) => resultOf(await session().ask('workspace.show', {})),
  }),
  defineCommand({
    name: 'workspace set',
    usage,
    does: `changes the workspace; "none" is no limit, --exports takes ${exportFormats.join(',')}, all or none`,
    words: [],
    options,
    async run({ values }, session) {
      const fields = fieldsIn(values);
      if (Object.values(fields).every((value) => value === undefined)) throw new WrongUsage('workspace set wants to know what to change.');
      return resultOf(await session().ask('workspace.set', fields));
    },
  }),
  defineCommand({
    name: 'workspace create',
    usage,
    does: 'makes another workspace with projects, members, keys and quotas of its own, to try things against',
    words: [],
    options,
    run: async ({ values }, session) => resultOf(await session().ask('workspace.create', fieldsIn(values))),
  }),
  defineCommand({
    name: 'workspace list',
    usage: '',
    does: 'lists the workspaces; the first is that of this computer',
    words: [],
    options: {},
    async run(_, session) {
      const workspaces = await session().ask('workspace.list', {});
      const rows = workspaces.map(({ id, name, seats }) => [id, name, String(seats)]);
      return { value: workspaces, text: table(['workspace', 'name', 'seats'], rows) };
    },
  }),
];

type Given = { readonly [O in keyof typeof options]?: string | undefined };
const fieldsIn = (values: Given) => ({
  name: values.name,
  seats: wholeNumber('--seats', values.seats),
  projects: wholeNumberOrNone('--projects', values.projects),
  items: wholeNumberOrNone('--items', values.items),
  fileBytes: wholeNumberOrNone('--file-bytes', values['file-bytes']),
  projectBytes: wholeNumberOrNone('--project-bytes', values['project-bytes']),
  imagePixels: wholeNumber('--image-pixels', values['image-pixels']),
  exports: values.exports === undefined ? undefined : someOf('--exports', values.exports, exportFormats),
});

function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new WrongUsage(`${option} is a whole number, not "${value}".`);
  return Number(value);
}

const wholeNumberOrNone = (option: string, value: string | undefined): number | null | undefined =>
  value === 'none' ? null : wholeNumber(option, value);

function resultOf(workspace: Workspace): Result {
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
