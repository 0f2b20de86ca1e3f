/** Files of assets for whoever drives the parts: taken in by their path, found again, with small pictures of them. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { invalid, notFound, Problem } from '../../shared/problem.ts';
import type { StoreLimits } from '../assets/receive.ts';
import { refuseIfTooLarge } from '../assets/receive.ts';
import type { Vault } from '../assets/vault.ts';
import type { AssetHandlers } from './handlers.ts';
import type { Jobs } from './jobs.ts';

interface Deps {
  readonly vault: Vault;
  readonly jobs: Jobs;
  /** What the plan permits for a file more of this project. Throws a 404. */
  readonly limitsOf: (hash: string) => StoreLimits;
}

export function assetHandlers({ vault, jobs, limitsOf }: Deps): AssetHandlers {
  return {
    'asset.store': ({ hash, path, name, type, job }) =>
      jobs.run(job, name ?? basename(path), async ({ progress, cancelled, goOn }) => {
        const from = isIncoming(path, vault) ? path : undefined;
        try {
          goOn();
          const limits = limitsOf(hash);
          const size = await sizeOf(path);
          refuseIfTooLarge(size, limits);
          return await vault.store(hash, {
            name: name ?? basename(path),
            type,
            bytes: createReadStream(path),
            from,
            limits,
            cancelled,
            progress: (bytes) => progress(Math.min(bytes, size), size),
          });
        } catch (error) {
          throw readable(error, path);
        } finally {
          if (from !== undefined) await rm(from, { force: true }).catch(() => undefined);
        }
      }),
    'asset.locate': ({ hash, file }) => {
      const stored = vault.find(hash, file);
      const path = vault.pathOf(hash, file);
      return stored && path !== undefined ? { path, mime: stored.mime, name: stored.name } : null;
    },
    'asset.thumbnail': ({ hash, file }) => {
      const stored = vault.find(hash, file);
      return stored ? vault.thumbnails.find(stored.sha256) : null;
    },
    'asset.keepThumbnail': ({ hash, file, image }) => {
      const stored = vault.find(hash, file);
      if (!stored) throw notFound('stored file', file);
      vault.thumbnails.keep(stored.sha256, image);
      return null;
    },
  };
}

/** What a shell has put there for us is taken as it lies, and goes whatever becomes of it. */
const isIncoming = (path: string, { incoming }: Vault): boolean =>
  dirname(resolve(path)) === resolve(incoming) && basename(path).startsWith('page-');

async function sizeOf(path: string): Promise<number> {
  if (!isAbsolute(path)) throw invalid('path', 'must be a whole path, from the root on');
  const found = await stat(path);
  if (!found.isFile()) throw invalid('path', `${path} is no file`);
  return found.size;
}

function readable(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Problem) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Problem('notFound', `There is no file ${path}.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return invalid('path', `${path} may not be read`);
  return error;
}
