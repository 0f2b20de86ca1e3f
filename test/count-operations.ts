/** Work measured without a clock: how many look-ups and steps through collections a function takes. The same on every machine. */

/** Functions that look up one entry, or take one step of an iteration (`for … of`, spreading). */
const singleSteps: readonly (readonly [prototype: object, name: string])[] = [
  [Map.prototype, 'get'],
  [Map.prototype, 'has'],
  [Set.prototype, 'has'],
  [Object.getPrototypeOf(new Map().values()), 'next'],
  [Object.getPrototypeOf(new Set().values()), 'next'],
  [Object.getPrototypeOf([].values()), 'next'],
];

/** Functions that may go through the whole array. */
const wholeArrays = ['filter', 'find', 'findIndex', 'flatMap', 'forEach', 'includes', 'indexOf', 'map', 'reduce', 'some', 'sort'];

export function countOperations(work: () => unknown): number {
  let count = 0;
  const restore: (() => void)[] = [];
  const observe = (prototype: object, name: string, stepsOf: (subject: unknown) => number) => {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
      count += stepsOf(this);
      return Reflect.apply(original, this, args);
    });
    restore.push(() => Reflect.set(prototype, name, original));
  };
  for (const [prototype, name] of singleSteps) observe(prototype, name, () => 1);
  for (const name of wholeArrays) observe(Array.prototype, name, (subject) => (subject as readonly unknown[]).length);
  try {
    work();
    return count;
  } finally {
    for (const back of restore) back();
  }
}
