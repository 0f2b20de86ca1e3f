/** One word for one thing in German and Japanese: no message contains another word for a term of docs/languages.md. */
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../shared/messages/languages.ts';
import { literalTextsOf } from './literal-texts.ts';

/** Words that were or could be used beside the term, which follows. */
const otherWords: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/Suchbegriff/, 'Suchtext'],
    [/Tastenkombination|Tastaturkürzel|(?<!Tasten)[Kk]ürzel\b/, 'Tastenkürzel'],
    [/Festplatte|Datenträger/, 'Laufwerk'],
    [/Verzeichnis/, 'Ordner'],
    [/Backup/, 'Sicherung'],
    [/Geschichte/, 'Story'],
    [/Anwendung|Applikation/, 'Programm, App'],
    [/Aktualisierung/, 'Update'],
    [/Dialogfeld/, 'Dialog'],
    [/Projektdetails|Projekteigenschaften/, 'Projekteinstellungen'],
    [/\bdefekt|kaputt/, 'beschädigt'],
    [/nicht gültig/, 'ungültig'],
    [/„(sonst )?wenn“|„sonst“/, 'if, else if, else: scripts beside it say so'],
    [/anlegen|angelegt/, 'erstellen'],
    [/fehlgeschlagen/, 'konnte nicht …'],
    [/Logdatei|\bLog\b/, 'Protokoll'],
    [/\b(du|dein\w*|Ihnen)\b|\p{Ll}n Sie\b|(?<!^|[.!?:{] )\b(Sie|Ihr(e[mnrs]?)?)\b/u, 'no address'],
    [/Zusammenführung/, 'Merge'],
    [/Kommandozeile/, 'Befehlszeile'],
    [/ganze Zahl|wahr oder falsch|Auswahlmöglichkeit/, 'Ganzzahl, Wahrheitswert, Option'],
    [/gespeicherten? Spiel/, 'Spielstand'],
    [/Ordner .{0,10}angehalten/, 'pausiert'],
  ],
  ja: [
    [/選択範囲/, '選択したアイテム'],
    [/「(そうでなく)?もし」|「それ以外」/, 'if, else if, else: scripts beside it say so'],
    [/検索語|検索ワード/, '検索する文字列'],
    [/ユーザー枠/, 'シート'],
    [/破損して|損傷/, '壊れて'],
    [/アップデート/, '更新'],
    [/(?<!その)他[のに]/, 'ほか'],
    [/既に/, 'すでに'],
    [/全て/, 'すべて'],
    [/下さい/, 'ください'],
    [/出来(?!事)/, 'でき'],
    [/及び|又は/, 'および、または'],
    [/ウインドウ/, 'ウィンドウ'],
    [/(フォルダ|サーバ|ユーザ|ブラウザ|エディタ|コンピュータ)(?!ー)/, 'ー at the end'],
    [/ドライブ/, 'ディスク'],
    [/プロジェクトの(詳細|設定)/, 'プロジェクト設定'],
    [/[Ａ-Ｚａ-ｚ０-９：？！]/, 'letters, digits, “: ”, “?” and “!” of normal width'],
    [/保存されたゲーム/, 'セーブデータ'],
    [/ジャンパー/, 'ジャンプ'],
    [/[ぁ-んァ-ヶ一-龯、。] (Taleport|p4|git)\b|\b(Taleport|git) [ぁ-んァ-ヶ一-龯]/, 'no space'],
  ],
};

const withWords = Object.entries<Language>(languages).flatMap(([id, language]) => {
  const words = otherWords[id];
  return words ? [{ ...language, words }] : [];
});

describe.each(withWords)('the messages in $name', ({ words, load }) => {
  test.each(words)('do not contain %s, but: %s', async (pattern) => {
    const found = Object.entries(await load()).filter(([, text]) => literalTextsOf(text).some((each) => pattern.test(each)));
    expect(found).toEqual([]);
  });
});

test('the words of each language are checked', () => {
  expect(withWords.map(({ name }) => name)).toEqual(['Deutsch', '日本語']);
});
