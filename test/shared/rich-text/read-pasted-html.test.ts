/** What other programs put on the clipboard, as it is stored. The shapes are those that these programs write; the words are made up. */
import { expect, test } from 'vitest';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { plainTextToParagraphs, readPastedHtml } from '../../../shared/rich-text/read-pasted-html.ts';
import { countOperations } from '../../count-operations.ts';
import { pastedKinds } from '../../pasted-kinds.ts';

function read(html: string): string | null {
  const text = readPastedHtml(html);
  if (text !== null && text !== '') expect(canonicalizeRichText(text, 'story')).toMatchObject({ ok: true });
  return text;
}

test.each(pastedKinds)('what $program copies is read', ({ html, stored }) => {
  expect(read(html)).toBe(stored);
});

test('Google Docs: a wrapper of normal weight is not bold, and styles become marks', () => {
  const span = (style: string, text: string) => `<span style="font-size:11pt;white-space:pre-wrap;${style}">${text}</span>`;
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;">${span('font-weight:400', 'The ')}${span('font-weight:700', 'old')}${span('font-weight:400;font-style:italic', ' gate')}${span('text-decoration:line-through', ' opens')}.</p><p dir="ltr">${span('', 'See ')}<a href="https://example.org/" style="text-decoration:none;">${span('text-decoration:underline;color:#1155cc', 'here')}</a></p><ul><li dir="ltr" aria-level="1"><p role="presentation">${span('', 'A sword')}</p></li><ul><li dir="ltr"><p>${span('', 'its hilt')}</p></li></ul><li><p>${span('', 'A lamp')}</p></li></ul><br /><p>${span('', 'End.')}</p></b><br class="Apple-interchange-newline">`;
  expect(read(html)).toBe(
    '<p>The <strong>old</strong><em> gate</em><s> opens</s>.</p><p>See <a href="https://example.org/">here</a></p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li><li><p>A lamp</p></li></ul><p></p><p>End.</p>',
  );
});

test('Google Sheets and Excel: a row is a paragraph with separated cells', () => {
  expect(
    read(
      '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" dir="ltr"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td>Guard</td><td>Halt!<br/>Who goes there?</td></tr><tr><td>Hero</td><td></td><td style="font-weight:bold">Never.</td></tr><tr><td></td><td></td></tr></tbody></table>',
    ),
  ).toBe('<p>Guard | Halt! Who goes there?</p><p>Hero |  | <strong>Never.</strong></p>');
  const excel = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\,";}
.xl65
	{mso-style-parent:style0;
	font-weight:700;}
--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 width=128>
<!--StartFragment-->
 <col width=64 span=2>
 <tr height=20>
  <td class=xl65 width=64>Guard</td>
  <td width=64>Halt!</td>
 </tr>
 <tr height=20><td>Hero</td><td>x &lt; y</td></tr>
<!--EndFragment-->
</table></body></html>`;
  expect(read(excel)).toBe('<p><strong>Guard</strong> | Halt!</p><p>Hero | x &lt; y</p>');
});

test('Word: paragraphs, lists with bullets as text, runs of spaces, blank lines and comments', () => {
  const item = (bullet: string, text: string, level = 1) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal{margin:0cm;} span.Strong1 {font-weight:bold;} --></style></head><body lang=EN-GB><!--StartFragment--><h1>Scene 1<o:p></o:p></h1>
<p class=MsoNormal>The <b>old</b> <span class=Strong1>oak</span>
gate<span style='mso-spacerun:yes'>&nbsp; </span>opens.<span class=MsoCommentReference>[A1]</span><o:p></o:p></p>${item('·', 'A sword')}${item('o', 'its hilt', 2)}${item('·', 'A lamp')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>${item('1.', 'First')}<p class=MsoNormal>Attention&nbsp;!</p><!--EndFragment--></body></html>`;
  expect(read(html)).toBe(
    '<p>Scene 1</p><p>The <strong>old</strong> <strong>oak</strong> gate opens.</p><ul><li><p>A sword</p><ul><li><p>its hilt</p></li></ul></li><li><p>A lamp</p></li></ul><p></p><ol><li><p>First</p></li></ol><p>Attention&nbsp;!</p>',
  );
});

test('Pages and Mail on a Mac: classes of a style sheet, lines as blocks, quotations', () => {
  const pages = `<!DOCTYPE html><html><head><style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 11.0px 'Helvetica Neue'}
span.s1 {text-decoration: underline}
</style></head><body>
<p class="p1">The <b>old</b> <span class="s1">gate</span><span class="Apple-converted-space">&nbsp;</span>opens.</p>
<p class="p2"><br></p>
<ul class="ul1"><li class="li1">A sword</li></ul></body></html>`;
  expect(read(pages)).toBe('<p>The <strong>old</strong> <u>gate</u> opens.</p><p></p><ul><li><p>A sword</p></li></ul>');
  expect(
    read(
      '<div dir="ltr">Hello,<div><br></div><div>it is <i>late</i>.<br></div><blockquote type="cite"><div>Are you here?</div></blockquote></div>',
    ),
  ).toBe('<p>Hello,</p><p></p><p>it is <em>late</em>.</p><blockquote><p>Are you here?</p></blockquote>');
  expect(read('One<br>two<br><br>three')).toBe('<p>One<br>two<br><br>three</p>');
});

test('VS Code: each line is a paragraph, and <pre> from elsewhere is no script', () => {
  expect(
    read(
      '<meta charset="utf-8"><div style="font-family: Menlo, monospace;white-space: pre;"><div><span style="color:#000">if</span> coins &gt; 1</div><br><div>  show(<span>"gold"</span>)</div></div>',
    ),
  ).toBe('<p>if coins &gt; 1</p><p></p><p>  show("gold")</p>');
  expect(read('<pre><code>coins = 1\n\nshow(coins)</code></pre>')).toBe('<p>coins = 1</p><p></p><p>show(coins)</p>');
  expect(read('<p>Call <code>show</code>.</p>')).toBe('<p>Call <code>show</code>.</p>');
});

test('a mention becomes its label, and what is not text is left out', () => {
  expect(read('<p>Ask <span class="mention mention-element" data-id="1" data-type="element" data-label="Maren">Maren</span>.</p>')).toBe(
    '<p>Ask Maren.</p>',
  );
  expect(read('<script>alert(1)</script><p onclick="x()">A<img src=x onerror=y><a href="javascript:alert(1)">link</a></p>')).toBe(
    '<p>Alink</p>',
  );
  expect(read('<table><tr><td><p>One</p><p>Two</p></td></tr></table>')).toBe('<p>One</p><p>Two</p>');
  expect(read('<p style="display:none">hidden</p>')).toBe('');
});

test('deep, unfinished and long HTML is read or refused, but never fails', () => {
  expect(read(`${'<div><blockquote><ul><li>'.repeat(5000)}deep`)).toContain('deep');
  expect(read('<p>One <b>two')).toBe('<p>One <strong>two</strong></p>');
  expect(read('x'.repeat(4_000_001))).toBeNull();
});

test('the rules of a class are read once, however many they are and however often it is used', () => {
  const cost = (count: number): number => {
    const html = `<style>${'.a{x:y;z:w}'.repeat(count)}.a{font-style:italic}</style>${'<b class="a a">x</b>'.repeat(count)}`;
    expect(read(html)).toBe(`<p><strong><em>${'x'.repeat(count)}</em></strong></p>`);
    return countOperations(() => readPastedHtml(html));
  };
  expect(cost(800) / cost(200)).toBeLessThan(6);
});

test('plain text keeps its blank lines', () => {
  expect(plainTextToParagraphs('\nOne\r\n\r\nTwo  \n\n')).toEqual(['One', '', 'Two']);
  expect(plainTextToParagraphs(' \n')).toEqual([]);
  expect(plainTextToParagraphs('One\vtwo\u2029three')).toEqual(['One', 'two', 'three']);
});
