import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages of a PDF without white space: a cell's text may be broken into lines. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  })
  const texts = await Promise.all(pages)
  await document.destroy()
  return withoutSpace(texts.join(''))
}

export function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}
