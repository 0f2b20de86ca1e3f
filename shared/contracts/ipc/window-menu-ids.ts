/** The menus of the menu bar, from left to right. */
export const windowMenuIds = ['file', 'edit', 'view', 'insert', 'board', 'story', 'window', 'help'] as const;
