/** Calls about the program itself and its jobs. */

import { z } from 'zod';
import { defineCall, noInput } from './define-call.ts';
import type { AppInfo } from './results.ts';

export const appCalls = {
  'app.info': defineCall(noInput).returns<AppInfo>(),
  'job.cancel': defineCall(z.strictObject({ job: z.string() })).returns<null>(),
};
