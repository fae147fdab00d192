import { type RefObject, useEffect, useRef, useState } from 'react'

/** A closing dialog returns the focus within this time; the notice takes it afterwards. */
const afterDialogMs = 200

interface DoneFocus {
  /** Of the notice that says the act is done. */
  readonly notice: RefObject<HTMLDivElement | null>
  /** Call it once the viewer's own act is accepted. */
  readonly acted: () => void
}

/**
 * After the viewer's own act the notice that says so has the focus and is in sight: once the act is accepted and the
 * section shows it, in either order. An outcome that came without an act does not move the focus.
 */
export function useFocusWhenDone(done: boolean): DoneFocus {
  const notice = useRef<HTMLDivElement>(null)
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (!done || !waits) return
    const timer = setTimeout(() => {
      setWaits(false)
      notice.current?.focus()
    }, afterDialogMs)
    return () => clearTimeout(timer)
  }, [done, waits])
  return { notice, acted: () => setWaits(true) }
}
