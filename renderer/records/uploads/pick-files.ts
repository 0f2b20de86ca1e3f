/** The system's dialog for files or a folder. Resolves with none when it is left without choosing. */
import type { MediaType } from '../../../shared/contracts/stored-file.ts';

export function pickFiles(what: 'files' | 'file' | 'folder', type?: MediaType): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = what === 'files';
    input.webkitdirectory = what === 'folder';
    if (what !== 'folder') input.accept = type ? `${type}/*` : 'image/*,audio/*,video/*';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => resolve([]), { once: true });
    input.click();
  });
}
