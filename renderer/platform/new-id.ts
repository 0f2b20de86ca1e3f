/** Ids that the screen gives to what it creates, so that one batch can connect what it makes. */
export const newId = (): string => crypto.randomUUID();
