/** The table of variables. */
import { inDigits } from '../counts.ts';
import { catalogue } from '../words.ts';

export const variablesWords = catalogue({
  newVariable: 'New variable',
  type: 'Type',
  openingTheVariables: 'Opening the variables',
  theVariablesCouldNot: 'The variables could not be loaded. Please restart Taleport.',
  text: 'Text',
  wholeNumber: 'Whole number',
  decimalNumber: 'Decimal number',
  yesOrNo: 'Yes or no',
  becomes: (value: string, fresh: string) => `“${value}” becomes ${fresh}.`,
  yes: 'yes',
  no: 'no',
  variables: 'Variables',
  whatScriptsAndConditions: 'What scripts and conditions remember: each begins with its value when the story starts.',
  findAVariable: 'Find a variable',
  thereIsNoVariable: 'There is no variable yet. Scripts can use one as soon as it stands here.',
  beginsWith: 'Begins with',
  used: 'Used',
  orderAndMore: 'Order and more',
  noVariableHasThis: 'No variable has this name.',
  andMoreTypeA: (count: number) => `and ${inDigits(count)} more: type a part of the name to find one.`,
});
