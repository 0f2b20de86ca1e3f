/** The lists of boards in addition to those that the service specifies: of kinds that only Taleport has. A test that looks at exact keys leaves them out. */
import { boardLists } from '../shared/model/kinds/kinds.ts';

const serviceLists: ReadonlySet<string> = new Set(['elements', 'notes', 'jumpers', 'branches', 'connections']);

export const addedLists: readonly string[] = boardLists.filter((list) => !serviceLists.has(list));
export const withoutAddedLists = (keys: readonly string[]): string[] => keys.filter((key) => !addedLists.includes(key));
