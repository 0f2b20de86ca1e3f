/** Where the cards of a measured board lie: beside each other, as a writer would lay them. */
export const placeAt = (at: number): { x: number; y: number } => ({ x: (at % 100) * 380, y: Math.floor(at / 100) * 190 });
