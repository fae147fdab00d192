import { useState } from 'react'

/** Whether something is or was open: until then there need be nothing of it in the page. */
export function useOnceOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  return open || wasOpened
}
