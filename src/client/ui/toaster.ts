import { createToaster } from '@chakra-ui/react'

/** The toasts that are shown now. Give one with `toast` of `Toast.tsx`. */
export const toaster = createToaster({
  placement: 'bottom-start',
  max: 3,
  offsets: { bottom: '80px', top: '80px', left: '16px', right: '16px' },
})
