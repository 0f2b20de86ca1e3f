/** The keys that the player handles itself (play-panel.tsx). */

export const playShortcuts = {
  heading: { text: 'actions.playing.title' },
  entries: [
    { keys: ['1', '9'], label: 'actions.playing.choose' },
    { keys: ['Backspace'], label: 'actions.playing.back' },
  ],
} as const;
