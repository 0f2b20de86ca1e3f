/** What the canvas takes while it has the focus, for the list of keys. The canvas itself listens (renderer/board/use-keys.ts). */
export const boardKeys: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: ['E'], label: 'Add an element' },
  { keys: ['N'], label: 'Add a note' },
  { keys: ['J'], label: 'Add a jumper' },
  { keys: ['B'], label: 'Add a branch' },
  { keys: ['Tab', 'Shift+Tab'], label: 'Go to the next or previous item' },
  { keys: ['Enter'], label: 'Write in the selected element' },
  { keys: ['F2'], label: 'Change its title' },
  { keys: ['←↑↓→'], label: 'Move the selection, or the view' },
  { keys: ['Mod+D'], label: 'Duplicate' },
  { keys: ['Delete'], label: 'Delete' },
  { keys: ['Mod+A'], label: 'Select everything' },
  { keys: ['Escape'], label: 'Select nothing' },
  { keys: ['Plus', '-', '0'], label: 'Zoom in, out, to 100 %' },
  { keys: ['1', '2'], label: 'See the whole board, the selection' },
  { keys: ['V', 'H'], label: 'Select, or move the view' },
];
