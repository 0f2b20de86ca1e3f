/** Orders texts that are not sorted for people, such as ids and times: the same on every computer. */
export function compareCodeUnits(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
