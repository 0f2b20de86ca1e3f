/** JSON of which nothing is known yet: looked into without trusting it. */
export type Raw = { readonly [field: string]: unknown };

export const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

export const rawIn = (raw: Raw, field: string): Raw => {
  const value = raw[field];
  return isRaw(value) ? value : {};
};

export const textIn = (raw: Raw, field: string): string | undefined => {
  const value = raw[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const listIn = (raw: Raw, field: string): readonly unknown[] => {
  const value = raw[field];
  return Array.isArray(value) ? value : [];
};

/** The ids of a list; what is none is nothing. */
export const idsIn = (raw: Raw, field: string): string[] => listIn(raw, field).filter((id) => typeof id === 'string');
