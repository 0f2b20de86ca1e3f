/** What programs put on the clipboard, in the shapes that they write, and what is stored of it. The words are made up. */

interface PastedKind {
  readonly program: string;
  readonly html: string;
  readonly stored: string;
}

const docsSpan = (style: string, text: string) => `<span style="font-size:11pt;white-space:pre-wrap;${style}">${text}</span>`;
const wordItem = (bullet: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const webItem = (level: number, text: string) =>
  `<div class="ListContainerWrapper"><ul role="list"><li role="listitem" data-aria-level="${level}"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP" data-ccp-props="{}">&nbsp;</span></p></li></ul></div>`;
const slackList = (indent: number, text: string) =>
  `<ul data-stringify-type="unordered-list" data-indent="${indent}" style="box-sizing: inherit;"><li data-stringify-indent="${indent}">${text}</li></ul>`;

export const pastedKinds: readonly PastedKind[] = [
  {
    program: 'Google Docs',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">${docsSpan('font-weight:400', 'The ')}${docsSpan('font-weight:700', 'old')}${docsSpan('font-style:italic', ' gate')}</p><ul><li dir="ltr" aria-level="1"><p>${docsSpan('', 'A sword')}</p></li><ul><li dir="ltr" aria-level="2"><p>${docsSpan('', 'its hilt')}</p></li></ul></ul></b>`,
    stored: '<p>The <strong>old</strong><em> gate</em></p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li></ul>',
  },
  {
    program: 'Google Sheets',
    html: '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table dir="ltr"><colgroup><col width="100"/></colgroup><tbody><tr><td>Guard</td><td>Halt!<br/>Who goes there?</td></tr><tr><td>Hero</td><td style="font-weight:bold">Never.</td></tr></tbody></table>',
    stored: '<p>Guard | Halt! Who goes there?</p><p>Hero | <strong>Never.</strong></p>',
  },
  {
    program: 'Word',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal{margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment--><h1>Scene 1<o:p></o:p></h1><p class=MsoNormal>The <b>old</b> gate<span style='mso-spacerun:yes'>&nbsp; </span>opens.<o:p></o:p></p>${wordItem('·', 'A sword')}${wordItem('o', 'its hilt', 2)}<p class=MsoNormal><o:p>&nbsp;</o:p></p>${wordItem('1.', 'First')}<!--EndFragment--></body></html>`,
    stored:
      '<p>Scene 1</p><p>The <strong>old</strong> gate opens.</p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li></ul><p></p><ol><li><p>First</p></li></ol>',
  },
  {
    program: 'Word on the web',
    html: `<div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun" style="font-weight: bold;">Old</span><span class="EOP">&nbsp;</span></p></div>${webItem(1, 'A sword')}${webItem(2, 'its hilt')}${webItem(1, 'A lamp')}`,
    stored: '<p><strong>Old</strong></p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li><li><p>A lamp</p></li></ul>',
  },
  {
    program: 'Outlook',
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml"><head><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!-- @font-face {font-family:Calibri;} p.MsoNormal {margin:0cm;} --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026"/></xml><![endif]--></head><body><!--StartFragment--><p class=MsoNormal>Hello,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><!--[endif]-->First<o:p></o:p></p><p class=MsoNormal><span style='mso-hide:all'>hidden</span>It&nbsp; is <i>late</i>.<o:p></o:p></p><!--EndFragment--></body></html>`,
    stored: '<p>Hello,</p><p></p><ol><li><p>First</p></li></ol><p>It is <em>late</em>.</p>',
  },
  {
    program: 'Excel',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\,";}
.font5 {font-weight:400;}
.xl65
	{mso-style-parent:style0;
	font-weight:700;}
--></style></head><body><table border=0><!--StartFragment--><col width=64 span=2><tr height=20><td colspan=2 class=xl65>The cast</td></tr><tr height=20><td class=xl65>Guard<font class="font5"> one</font></td><td align=right>3</td></tr><tr style='display:none'><td>hidden</td></tr><tr height=20><td rowspan=2>Hero</td><td>x &lt; y</td></tr><!--EndFragment--></table></body></html>`,
    stored: '<p><strong>The cast</strong></p><p><strong>Guard</strong> one | 3</p><p>Hero | x &lt; y</p>',
  },
  {
    program: 'Pages and Apple Notes',
    html: `<!DOCTYPE html><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
p.p1 {margin: 0.0px; font: bold 24.0px 'Helvetica Neue'}
p.p2 {margin: 0.0px; font: 13.0px 'Helvetica Neue'; min-height: 15.0px}
span.s1 {font: italic 13.0px Helvetica}
</style></head><body>
<p class="p1">Scene 1</p>
<p class="p2"><br></p>
<p class="p2">Name:<span class="Apple-tab-span" style="white-space:pre">\t</span><span class="s1">Mia</span></p>
<ul class="ul1"><li class="li1">A sword</li></ul></body></html>`,
    stored: '<p><strong>Scene 1</strong></p><p></p><p>Name: <em>Mia</em></p><ul><li><p>A sword</p></li></ul>',
  },
  {
    program: 'LibreOffice',
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.6 (Linux)"/><style type="text/css">p { line-height: 115% } a:link { so-language: zxx }</style></head><body lang="en"><p><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt">The <b>old</b> <strike>oak</strike> <u>gate</u>, <b><span style="font-weight: normal">plain</span></b>.</font></font></p>
<p><br/>

</p>
<ul>
	<li><p>A sword</p></li>
	<ul><li><p>its hilt</p></li></ul>
</ul></body></html>`,
    stored:
      '<p>The <strong>old</strong> <s>oak</s> <u>gate</u>, plain.</p><p></p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li></ul>',
  },
  {
    program: 'Notion',
    html: "<meta charset='utf-8'><!-- notionvc: 1 --><h1>Scene 1</h1>\n<p><strong>Old</strong> and <em>grey</em></p>\n<ul>\n<li>A sword\n<ul>\n<li>its hilt</li>\n</ul>\n</li>\n</ul>\n<p>\u200b</p>\n<p>End</p>",
    stored:
      '<p>Scene 1</p><p><strong>Old</strong> and <em>grey</em></p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li></ul><p></p><p>End</p>',
  },
  {
    program: 'Slack',
    html: `<meta charset='utf-8'><span>The </span><b data-stringify-type="bold" style="box-sizing: inherit; font-weight: 700;">old</b><span> gate</span><span class="c-mrkdwn__br" data-stringify-type="paragraph-break" style="box-sizing: inherit; display: block; height: unset;"></span><span>opens </span><img data-stringify-type="emoji" alt="🔑" src="https://example.org/key.png"><img alt="Photo" src="https://example.org/a.png">${slackList(0, 'A sword')}${slackList(1, 'its hilt')}${slackList(0, 'A lamp')}`,
    stored:
      '<p>The <strong>old</strong> gate</p><p>opens 🔑</p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li><li><p>A lamp</p></li></ul>',
  },
  {
    program: 'Mail',
    html: '<div dir="ltr">Hello,<div><br></div><div>it is <i>late</i>.<br></div><blockquote type="cite"><div>Are you here?</div></blockquote></div>',
    stored: '<p>Hello,</p><p></p><p>it is <em>late</em>.</p><blockquote><p>Are you here?</p></blockquote>',
  },
  {
    program: 'VS Code',
    html: '<meta charset="utf-8"><div style="font-family: Menlo, monospace;white-space: pre;"><div><span style="color:#000">if</span> coins &gt; 1</div><br><div>  show(<span>"gold"</span>)</div></div>',
    stored: '<p>if coins &gt; 1</p><p></p><p>  show("gold")</p>',
  },
  {
    program: 'a web page',
    html: '<pre><code>coins = 1\nshow(coins)</code></pre><p>Call <code>show</code><span hidden>not this</span>.</p>',
    stored: '<p>coins = 1</p><p>show(coins)</p><p>Call <code>show</code>.</p>',
  },
  {
    program: 'a browser, of a part of a page',
    html: '<b style="font-weight:normal">a</b><span style="font-weight:700">b</span><span style="text-decoration-line: line-through">c</span><s>d</s><del>e</del><font color="red">f</font>\ufeffg<strong style="font-weight: inherit">h</strong><p style="display: inline !important">i</p>&nbsp; j&nbsp;!',
    stored: '<p>a<strong>b</strong><s>cde</s>fghi j&nbsp;!</p>',
  },
  {
    program: 'another project',
    html: '<p>Ask <span class="mention mention-element" data-id="1" data-type="element" data-label="Maren">Maren</span>.</p>',
    stored: '<p>Ask Maren.</p>',
  },
];
