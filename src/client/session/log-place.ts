import { useMediaQuery } from '@chakra-ui/react'
import { usePreferences } from '#client/store/preferences.ts'
import { useRole } from '#client/store/session-provider.tsx'
import { useTour } from '#client/store/tour.ts'

/** Where the progress log is: folded above the page, a rail or a column beside it. */
export interface LogPlace {
  readonly is: 'folded' | 'rail' | 'column'
  /** The window has no room to spare: the column can become a rail. */
  readonly isTight: boolean
}

/**
 * A phone folds the log, a window of 1440 pixels has its column. In between it is a rail until it is opened, but for the
 * opener, who posts messages in it, and during the tour, which explains it; what is chosen is remembered.
 */
export function useLogPlace(): LogPlace {
  const [isWide = true, isLarge = true] = useMediaQuery(['(min-width: 64rem)', '(min-width: 90rem)'], {
    ssr: false,
  })
  const isOpener = useRole() === 'opener'
  const isToured = useTour() !== null
  const isOpen = usePreferences(({ logOpen }) => logOpen) ?? (isOpener || isToured)
  if (!isWide) return { is: 'folded', isTight: false }
  if (isLarge) return { is: 'column', isTight: false }
  return { is: isOpen ? 'column' : 'rail', isTight: true }
}
