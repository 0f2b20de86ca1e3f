/** Uploads of asset files ([Assets], G1, G13): a form whose file goes straight into the vault. */
import type { Readable } from 'node:stream';
import type { SingleCommand } from '../../shared/commands.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { ShelfWrites } from '../../shared/shelf.ts';
import { type MediaType, mediaTypes } from '../../shared/stored-file.ts';
import type { StoreLimits } from '../assets/receive.ts';
import type { Held, Vault } from '../assets/vault.ts';
import { storedAssetId } from './asset-root.ts';
import { type FormRead, type FormRules, readForm, refusal } from './read-form.ts';

export interface UploadDeps {
  readonly vault: Vault;
  readonly hash: string;
  readonly limits: StoreLimits;
}

/** [Assets] the two-step flow: the file is stored, no asset is made. */
export async function uploadFile(request: Request, deps: UploadDeps): Promise<{ filename: string; name: string; size: string }> {
  const { held } = await takeForm(request, deps, {});
  const { file, name, size } = held.stored;
  deps.vault.put(deps.hash, [held]);
  return { filename: file, name, size };
}

/** [G1] the single flow: the file is stored and an asset made of it, both or neither. */
export async function uploadAsset<T>(
  request: Request,
  deps: UploadDeps & {
    readonly project: () => Project;
    readonly create: (command: SingleCommand, beside: ShelfWrites) => T;
  },
): Promise<T> {
  const { vault, hash, project, create } = deps;
  const { held, fields } = await takeForm(request, deps, { name: named, parentId: sound, index });
  try {
    const { file, name, type } = held.stored;
    const { parentId: parent = '', index: place = '-' } = fields;
    const parentId = parent === '' || parent === 'null' ? null : storedAssetId(project(), parent);
    const at = place === '-' ? place : Number(place);
    const reply = create({ do: 'create', kind: 'asset', fields: { name, type, file, parentId }, at }, vault.rows(hash, [held]));
    vault.keep(hash, [held]);
    return reply;
  } catch (error) {
    vault.letGo([held]);
    throw error;
  }
}

const sound = (): undefined => undefined;
const named = (value: string): string | undefined => (value.trim() === '' ? 'must not be empty' : undefined);
const index = (value: string): string | undefined =>
  value === '-' || (/^\d+$/.test(value) && Number.isSafeInteger(Number(value))) ? undefined : 'must be a whole number from 0 on, or "-"';
const isMedia = (value: string | undefined): value is MediaType => (mediaTypes as readonly (string | undefined)[]).includes(value);
const type = (value: string): string | undefined => (isMedia(value) ? undefined : `must be one of ${mediaTypes.join(', ')}`);

async function takeForm(
  request: Request,
  { vault, hash, limits }: UploadDeps,
  more: FormRules<unknown>['fields'],
): Promise<{ held: Held; fields: FormRead['fields'] }> {
  const reservation = vault.reserve(hash);
  const take = async (bytes: Readable, filename: string, ended: Promise<FormRead>) => {
    let form: FormRead | undefined;
    const described = async () => {
      form = await ended;
      const { name, type: asked } = form.fields;
      return { name: name?.trim() ? name : filename, type: isMedia(asked) ? asked : undefined };
    };
    const [held] = await Promise.allSettled([vault.hold(hash, { name: filename, bytes, described, reservation, limits })]);
    const faults = form?.faults ?? {};
    const isSound = Object.keys(faults).length === 0;
    if (held.status === 'rejected') throw isSound ? held.reason : both(held.reason, faults);
    if (form && isSound) return { held: held.value, fields: form.fields };
    vault.letGo([held.value]);
    throw refusal(faults);
  };
  try {
    return await readForm(request, { fields: { type, ...more }, needed: ['type'], take, lapsed: reservation.lapsed });
  } finally {
    reservation.end();
  }
}

/** What is wrong with the file and with the fields, at once. */
function both(error: unknown, faults: FormRead['faults']): unknown {
  const ofFile = error instanceof Problem && error.json.status === 400 && !Array.isArray(error.json.errors) ? error.json.errors : undefined;
  return ofFile ? refusal({ ...ofFile, ...faults }) : error;
}
