/** How a status is coloured: a class of its icon and text. */
export type StatusTone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';
