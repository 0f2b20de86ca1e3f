/** Whether a value is one of a list. Unlike `includes` of a list of literals, it takes any value, and the type of the value follows. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((each) => each === value);
