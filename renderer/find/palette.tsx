export function showPalette(): void {}
