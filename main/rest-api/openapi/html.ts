/** The frame of the API's HTML pages: one style sheet, no scripts, no external resources. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../shared/text.ts';

/** Uses the colours and sizes of the window. */
const styleSheet = `:root{color-scheme:light dark;--paper:light-dark(#f4f0e8,#1d1b19);--card:light-dark(#fffdf9,#272421);--ink:light-dark(#26221c,#ece6dc);
--ink-soft:light-dark(#574f43,#bdb4a6);--line:light-dark(#ddd6c8,#37332e);--accent:light-dark(#1f5c4d,#7fc4ae);--sunken:light-dark(#ece7dd,#191715);
--ui:-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI",Cantarell,Ubuntu,"Noto Sans","Liberation Sans",system-ui,sans-serif;
--code:ui-monospace,"SF Mono","Cascadia Code",Consolas,"Noto Sans Mono","DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:0.9375rem/1.55 var(--ui);-webkit-text-size-adjust:100%}
main{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}
h1{font-size:1.875rem;line-height:1.2;margin:0 0 .5rem;font-weight:650}
h2{font-size:1.1875rem;margin:3rem 0 .75rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
h3{font-size:.9375rem;margin:0;font-weight:600}
p,ul{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code{font:.875em var(--code);overflow-wrap:anywhere}
pre{margin:.75rem 0;padding:.75rem 1rem;background:var(--sunken);border-radius:6px;white-space:pre-wrap}
.soft{color:var(--ink-soft)}
nav ul{list-style:none;margin:1.5rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
article{margin:.75rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
article>p{margin:.35rem 0 0}
.method{display:inline-block;min-width:4.25rem;color:var(--accent);font-weight:700}
table{border-collapse:collapse;width:100%;margin-top:.75rem;font-size:.8125rem;overflow-wrap:anywhere}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-top:1px solid var(--line)}
th{font-weight:600}
th:first-child{width:min(11rem,35%)}
@media (min-width:34rem){th,th code{white-space:nowrap}}
thead th{border-top:0;color:var(--ink-soft);font-weight:500}
@media (prefers-contrast:more){:root{--ink:light-dark(#000,#fff);--ink-soft:light-dark(#1e1a14,#f0ebe2);--line:light-dark(#8d8372,#7b7265)}}
@media print{body{background:none}article{break-inside:avoid}}`;

const styleSheetHash = createHash('sha256').update(styleSheet).digest('base64');
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleSheetHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** A whole page; `body` is HTML. */
export const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
