/** Calls about the program itself and its jobs. */

import { z } from 'zod';
import type { Message } from '../../messages/message-value.ts';
import type { WorkModes } from '../work-mode.ts';
import { defineCall, noInput } from './define-call.ts';
import type { AppInfo } from './results.ts';

export const appCalls = {
  'app.info': defineCall(noInput).returns<AppInfo>(),
  /** How the process that owns the data folder works: `serve --no-targets` and single commands do some work only when a call requests it. */
  'app.workModes': defineCall(noInput).returns<WorkModes>(),
  /**
   * Notices about the start for the user: lost changes, a failed backup, permissions that changed. Each stays listed until it is
   * acknowledged.
   */
  'app.notices': defineCall(noInput).returns<Message[]>(),
  /** To be called when the user has seen the notices. */
  'app.acknowledgeNotices': defineCall(noInput).returns<null>(),
  'job.cancel': defineCall(z.strictObject({ job: z.string() })).returns<null>(),
};
