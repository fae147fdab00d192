/** Opens a PDF where the browser prints it; false where a blocker kept the window shut. */
export function printFile(file: Blob): boolean {
  const url = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  const opened = window.open(url, '_blank')
  // The window has read it long before.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return opened !== null
}
