/** Where a script stands. */
import { catalogue } from '../words.ts';

export const scriptsWords = catalogue({
  inAScript: 'in a script',
  inAScriptOf: 'in a script of its label',
  inACondition: 'in a condition',
});
