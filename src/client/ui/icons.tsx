import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export type IconProps = Omit<HTMLChakraProps<'svg'>, 'children'>

/** Icons are drawn on a 24 px grid in the text's colour and size, and hidden from screen readers. */
function drawn(shape: ReactNode, props: IconProps) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      boxSize="1.15em"
      flexShrink={0}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
      {...props}
    >
      {shape}
    </chakra.svg>
  )
}

const icon = (shape: ReactNode) => (props: IconProps) => drawn(shape, props)

export const CheckIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />)
export const MinusIcon = icon(<path d="M6 12h12" />)
export const CrossIcon = icon(<path d="M6 6l12 12M18 6L6 18" />)
export const WarningIcon = icon(<path d="M12 3.5L2.5 20h19L12 3.5zM12 10v4.5M12 17.4v.1" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.6v.1" />
  </>,
)
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const EyeOffIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <path d="M4 4l16 16" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.3l3.4 2" />
  </>,
)
export const CalendarIcon = icon(<path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4" />)
export const DotIcon = icon(<circle cx="12" cy="12" r="4.5" fill="currentColor" stroke="none" />)
export const SealIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="16" rx="2" />
    <path d="M8.5 8.5h7v7h-7zM12 8.5v7" />
  </>,
)
export const LockIcon = icon(
  <>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 018 0v3" />
  </>,
)
export const RefreshIcon = icon(<path d="M20 11a8 8 0 10-2.3 6.3M20 5v6h-6" />)
export const PrintIcon = icon(
  <path d="M7 9V4h10v5M7 17H5a1 1 0 0 1-1-1v-5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5a1 1 0 0 1-1 1h-2M7 14h10v6H7z" />,
)
export const DownloadIcon = icon(<path d="M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14" />)
export const UploadIcon = icon(<path d="M12 15.5V4.5M7.5 9L12 4.5 16.5 9M5 20h14" />)
export const PauseIcon = icon(<path d="M8.5 5v14M15.5 5v14" />)
export const FileIcon = icon(<path d="M14 3H6v18h12V7l-4-4zM14 3v4h4" />)
export const PenIcon = icon(<path d="M5 20.5h14M6 16l1-4 9-9 3 3-9 9-4 1z" />)
export const LogoutIcon = icon(<path d="M14 4H5v16h9M10 12h11M17.5 8.5L21 12l-3.5 3.5" />)
export const SoundIcon = icon(
  <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4zM15.5 9a4 4 0 010 6M18 6.5a8 8 0 010 11" />,
)
export const GlobeIcon = icon(
  <path d="M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c-5.5 5-5.5 13 0 18M12 3c5.5 5 5.5 13 0 18" />,
)
export const MutedIcon = icon(<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4zM16 9.5l5 5M21 9.5l-5 5" />)
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
  </>,
)
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 119.5 4a7 7 0 0010.5 10.5z" />)
export const ArrowIcon = icon(<path d="M5 12h14M13 6l6 6-6 6" />)
export const ChevronIcon = icon(<path d="M6 9l6 6 6-6" />)
export const FilterIcon = icon(<path d="M4 6.5h16M7 12h10M10 17.5h4" />)
export const SortIcon = icon(<path d="M8 10l4-4 4 4M8 14l4 4 4-4" />)
export const ExpandIcon = icon(<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7" />)
export const ShrinkIcon = icon(<path d="M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7" />)
export const MessageIcon = icon(<path d="M4 5h16v11H10l-4 4v-4H4z" />)
export const LetterIcon = icon(<path d="M3.5 5.5h17v13h-17zM4 7l8 6.5L20 7" />)
export const AddToCalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M12 12.5v5M9.5 15h5" />
  </>,
)
export const MenuIcon = icon(<path d="M4 6.5h16M4 12h16M4 17.5h16" />)
export const ToolsIcon = icon(
  <>
    <rect x="4" y="4" width="6.5" height="6.5" rx="1" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="1" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="1" />
    <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1" />
  </>,
)
export const OutwardIcon = icon(<path d="M8 6h10v10M18 6L6 18" />)
