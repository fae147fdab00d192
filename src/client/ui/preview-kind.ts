/** How a file can be looked at here: only bmp, jpg, png and pdf can. */
export type PreviewKind = { readonly kind: 'image'; readonly type: string } | { readonly kind: 'pdf' }

const imageTypes: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** How a file can be looked at here, by its name: only bmp, jpg, png and pdf can (SHL-12); null for all others. */
export function previewKind(name: string): PreviewKind | null {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (ending === 'pdf') return { kind: 'pdf' }
  const type = Object.hasOwn(imageTypes, ending) ? imageTypes[ending] : undefined
  return type ? { kind: 'image', type } : null
}
