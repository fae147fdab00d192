import { useEffect } from 'react'

/** Replaces `PdfPages` on every screen: rendering a PDF needs a browser. It says at once that the file can be read. */
export function PdfPages({ onReady }: { onReady?: () => void }) {
  useEffect(() => onReady?.(), [onReady])
  return <p>letter in sight</p>
}
