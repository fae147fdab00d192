import { createToaster } from '@chakra-ui/react'
import { toastBottom } from './use-clear-of-acts.ts'

/** The toasts that are shown now. Give one with `toast` of `Toast.tsx`. */
export const toaster = createToaster({
  placement: 'bottom-start',
  max: 3,
  offsets: { bottom: `var(--kb-toast-bottom, ${toastBottom}px)`, top: '80px', left: '16px', right: '16px' },
})
