export function showFind(_mode: 'find' | 'replace'): void {}
