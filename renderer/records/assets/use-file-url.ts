/** The URL of a stored file for an image or a player, the same in each rendering: a signed URL changes with time, and a new one restarts a player. */
import { useMemo } from 'react';
import { fileUrl } from '../../platform/file-url.ts';

/** Undefined without a project or a file. */
export const useFileUrl = (hash: string | null, file: string | null | undefined): string | undefined =>
  useMemo(() => (hash === null || file == null ? undefined : fileUrl(hash, file)), [hash, file]);
