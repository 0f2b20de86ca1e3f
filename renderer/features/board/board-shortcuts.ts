export const boardShortcuts = {
  heading: { group: 'Board' },
  entries: [
    { keys: ['Tab', 'Shift+Tab'], label: 'actions.onBoard.walk' },
    { keys: ['←↑↓→'], label: 'actions.onBoard.move' },
    { keys: ['Shift+F10'], label: 'actions.onBoard.menu' },
    { keys: ['Space'], label: 'actions.onBoard.choose' },
  ],
} as const;
