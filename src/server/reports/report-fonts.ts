import { createRequire } from 'node:module'
import type { TFontDictionary } from 'pdfmake/interfaces.js'

const locate = createRequire(import.meta.url).resolve

const noto = (weight: string) => locate(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`)
const roboto = (weight: string) => locate(`pdfmake/fonts/Roboto/Roboto-${weight}.ttf`)

/** Noto Sans SC for nearly everything; Roboto for the letters of Europe and Vietnam that it lacks. */
export const reportFonts = {
  NotoSansSC: { normal: noto('400Regular'), bold: noto('700Bold') },
  Roboto: { normal: roboto('Regular'), bold: roboto('Medium') },
} satisfies TFontDictionary

/** Whole words, so that no word is set in two fonts. */
const wordBeyondNoto = /[\p{L}\p{M}\p{Nd}.'’&-]*[\u0100-\u052f\u1e00-\u1fff][\p{L}\p{M}\p{Nd}.'’&-]*/gu

/** Splits text into runs, each with a font that has its letters. */
export function fontRuns(text: string): (string | { text: string; font: string })[] {
  const runs: (string | { text: string; font: string })[] = []
  const whole = text.normalize('NFC')
  let end = 0
  for (const match of whole.matchAll(wordBeyondNoto)) {
    if (match.index > end) runs.push(whole.slice(end, match.index))
    end = match.index + match[0].length
    runs.push({ text: match[0], font: 'Roboto' })
  }
  if (end < whole.length) runs.push(whole.slice(end))
  return runs
}

/** About how wide `text` is set at `size` points: an ideograph is square, other letters a little over half of it. */
export function textWidth(text: string, size: number): number {
  let ems = 0
  for (const letter of text) {
    const isSquare = /[\u2e80-\uffef]|[\u{20000}-\u{3ffff}]/u.test(letter)
    ems += isSquare ? 1 : /[%&@MWmw]/.test(letter) ? 0.92 : 0.56
  }
  return ems * size
}

/** Points of a column's longest line, at most `widest`: left to itself, a narrow column has a character a line. */
export function contentWidth(
  title: string,
  cells: readonly string[],
  { size, widest }: { readonly size: number; readonly widest: number },
): number {
  const lines = [title, ...cells].flatMap((text) => text.split('\n'))
  return Math.min(Math.max(...lines.map((line) => textWidth(line, size))) + 2, widest)
}
