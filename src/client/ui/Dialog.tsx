import { Dialog as ChakraDialog, IconButton, Portal } from '@chakra-ui/react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentFocusPath, type FocusPath, focusTargetOn } from './focus-target.ts'
import { CrossIcon } from './icons.tsx'
import { lowScreen } from './low-screen.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, at the bottom right. */
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** In place of the size's own width, such as `450px`; never wider than the window. */
  readonly width?: string
  /** `alertdialog` interrupts and is not closed by a click beside it. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Called once it has closed and returned the focus. */
  readonly onGone?: () => void
  /** A click outside, or focus that moves outside, does not close it. */
  readonly stays?: boolean
}

/** The dialog: takes the focus and returns it to its opener, or near it if that is gone; Escape closes it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, size = 'md', role = 'dialog', initialFocus } = props
  const { width, onGone, stays = role === 'alertdialog' } = props
  const { t } = useTranslation()
  const opener = useRef<FocusPath>([])
  useLayoutEffect(() => {
    if (open) opener.current = currentFocusPath()
  }, [open])
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose()
      }}
      role={role}
      size={size}
      closeOnInteractOutside={!stays}
      onExitComplete={onGone}
      finalFocusEl={() => focusTargetOn(opener.current)}
      initialFocusEl={initialFocus ? () => initialFocus.current : undefined}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        {/* Ends above the captions. */}
        <ChakraDialog.Positioner px="3" h="calc(100dvh - var(--kb-caption-height, 0px))">
          {/* Smaller margins on a low screen. */}
          <ChakraDialog.Content
            {...(width ? { maxW: width } : {})}
            css={{ [lowScreen]: { marginBlock: '1rem' } }}
          >
            <ChakraDialog.Header pe="12">
              <ChakraDialog.Title as="h2">{title}</ChakraDialog.Title>
            </ChakraDialog.Header>
            <ChakraDialog.Body>{children}</ChakraDialog.Body>
            {footer && <ChakraDialog.Footer flexWrap="wrap">{footer}</ChakraDialog.Footer>}
            <ChakraDialog.CloseTrigger asChild>
              <IconButton variant="ghost" size="sm" aria-label={t('close')}>
                <CrossIcon />
              </IconButton>
            </ChakraDialog.CloseTrigger>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
