/** Where a script stands. */
import { defineMessages } from '../catalogue.ts';

export const scriptsMessages = defineMessages({
  inAScript: 'in a script',
  inAScriptOf: 'in a script of its label',
  inACondition: 'in a condition',
});
