import { createToaster } from '@chakra-ui/react'
import { toastAside, toastBottom } from './use-clear-of-acts.ts'

const aside = `${toastAside}px`

/** The toasts that are shown now. Give one with `toast` of `Toast.tsx`. */
export const toaster = createToaster({
  placement: 'bottom',
  max: 3,
  offsets: { bottom: `var(--kb-toast-bottom, ${toastBottom}px)`, top: '80px', left: aside, right: aside },
})
