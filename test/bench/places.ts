/** The positions of the cards of a measured board: side by side, as in a real story. */
export const cardPosition = (at: number): { x: number; y: number } => ({ x: (at % 100) * 380, y: Math.floor(at / 100) * 190 });
