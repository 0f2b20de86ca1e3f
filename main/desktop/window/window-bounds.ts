/** Where the windows open. */
import type { Rectangle } from 'electron';

const defaultSize = { width: 1360, height: 860 };

/**
 * The bounds of a window that fits into the work area of a screen, so that its title bar can be reached: never larger than the area, and moved into it as
 * far as needed. The screen may have been disconnected, or its resolution changed, since the bounds were stored. Without stored bounds, the default size in
 * the middle. All in device-independent pixels.
 */
export function fitToWorkArea(stored: Rectangle | undefined, area: Rectangle): Rectangle {
  const width = Math.min(stored?.width ?? defaultSize.width, area.width);
  const height = Math.min(stored?.height ?? defaultSize.height, area.height);
  const x = stored?.x ?? area.x + Math.floor((area.width - width) / 2);
  const y = stored?.y ?? area.y + Math.floor((area.height - height) / 2);
  return {
    x: Math.min(Math.max(x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(y, area.y), area.y + area.height - height),
    width,
    height,
  };
}

/** How far a second window on the same screen is moved to the right and down, so that the title of the first one can be seen. */
const offset = 32;

/** The bounds of a further window: in the middle of another screen, or else beside the first one, of the same size. `area` is that of the screen of the first. */
export function besideWindow(first: Rectangle, area: Rectangle, otherArea: Rectangle | undefined): Rectangle {
  const { width, height } = first;
  if (!otherArea) return fitToWorkArea({ x: first.x + offset, y: first.y + offset, width, height }, area);
  const x = otherArea.x + Math.floor((otherArea.width - width) / 2);
  const y = otherArea.y + Math.floor((otherArea.height - height) / 2);
  return fitToWorkArea({ x, y, width, height }, otherArea);
}
