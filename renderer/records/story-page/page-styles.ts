/** How the page of a play looks before the project's own stylesheet has its say. The colours are those of the window. */
const themeTokens = [
  '--ink',
  '--ink-soft',
  '--ink-faint',
  '--card',
  '--line',
  '--accent',
  '--accent-text',
  '--sunken',
  '--font-story',
  '--font-code',
];

/** `scheme` is what `color-scheme` takes. */
export function themeTokensCss(scheme: 'light' | 'dark' | 'light dark'): string {
  const held = getComputedStyle(document.documentElement);
  const fonts = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  return `${fonts.map(({ cssText }) => cssText).join('')}:root{color-scheme:${scheme};${themeTokens.map((name) => `${name}:${held.getPropertyValue(name)}`).join(';')}}`;
}

export const defaultPageCss = `
html { background: var(--card); color: var(--ink); }
body { margin: 0; padding: 18px 22px 20px; font: 1.0625rem/1.6 var(--font-story); overflow-wrap: anywhere; }
p { margin: 0 0 .8em; }
.play > :last-child > :last-child { margin-bottom: 0; }
.title { margin: 0 0 .5em; font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.title p { margin: 0; }
blockquote { margin: 0 0 .8em; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); color: var(--ink-soft); }
ul, ol { margin: 0 0 .8em; padding-inline-start: 1.5em; }
code { font: .875em var(--font-code); }
.mention { color: var(--accent-text); font-weight: 600; }
.link { text-decoration: underline; text-decoration-color: var(--ink-faint); }
`;
