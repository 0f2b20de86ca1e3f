/** Escape leads back to the board from any field of the inspector. */
export const leaveToBoard = (): void => document.querySelector<HTMLElement>('.board')?.focus();
