/** What the tables of calls share. */

import { z } from 'zod';

// `output` only carries the type of the result: it is never read.
export const defineCall = <I extends z.ZodType>(input: I) => ({ returns: <O>() => ({ input, output: undefined as O }) });

export const noInput = z.strictObject({});
export const hashSchema = z.string().min(1).max(64);
export const pathSchema = z.string().min(1);
/** A file that a call writes. The desktop accepts only one that the user chose in a save dialog: see fileWritingCalls. */
export const writtenFileSchema = z.string().min(1);
/** A folder that a call writes into. The desktop accepts only one that the user chose in a dialog: see folderWritingCalls. */
export const writtenFolderSchema = z.string().min(1);

/**
 * Whether the user has confirmed a folder that is unusual for a game or a story (one that is or contains the home folder, or contains the data folder), or for
 * backups (one with those of another data folder).
 */
export const forceSchema = z.boolean().optional();
