/** An id for a new record. The window chooses it, so that other commands of the same batch can refer to the record. */
export const newId = (): string => crypto.randomUUID();
