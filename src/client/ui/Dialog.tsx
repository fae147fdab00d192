import { Dialog as ChakraDialog, IconButton, Portal } from '@chakra-ui/react'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentFocusPath, type FocusPath, focusTargetOn } from './focus-target.ts'
import { CrossIcon } from './icons.tsx'
import { useOnceOpened } from './use-once-opened.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, at the bottom right. They stay in sight while the content scrolls. */
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** In place of the size's own width, such as `450px`; never wider than the window. */
  readonly width?: string
  /** `alertdialog` interrupts and is not closed by a click beside it. */
  readonly role?: 'dialog' | 'alertdialog'
  /** What has the focus when it opens, in the place of its first control. */
  readonly initialFocus?: () => HTMLElement | null
  /** Called once it has closed and returned the focus. */
  readonly onGone?: () => void
  /** A click outside, or focus that moves outside, does not close it. */
  readonly stays?: boolean
}

/**
 * The dialog: takes the focus, on its heading where a scrolling part would come first, and returns it to its opener, or
 * near it if that is gone; Escape closes it. A content that is higher than the window scrolls between title and buttons. Until it is opened for the first time there is nothing of
 * it: a screen has several, and making them takes a phone a tenth of a second.
 */
export function Dialog(props: DialogProps) {
  return useOnceOpened(props.open) ? <OpenedDialog {...props} /> : null
}

function OpenedDialog(props: DialogProps) {
  const { open, onClose, title, children, footer, size = 'md', role = 'dialog', initialFocus } = props
  const { width, onGone, stays = role === 'alertdialog' } = props
  const { t } = useTranslation()
  const opener = useRef<FocusPath>([])
  const heading = useRef<HTMLHeadingElement>(null)
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
      initialFocusEl={() => initialFocus?.() ?? headingOverScroller(heading.current)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        {/* Ends above the captions. */}
        <ChakraDialog.Positioner px="3" h="calc(100dvh - var(--kb-caption-height, 0px))">
          <ChakraDialog.Content {...(width ? { maxW: width } : {})} css={heights}>
            <ChakraDialog.Header pe="12">
              <ChakraDialog.Title as="h2" ref={heading} tabIndex={-1}>
                {title}
              </ChakraDialog.Title>
            </ChakraDialog.Header>
            <Body hasFooter={Boolean(footer)}>{children}</Body>
            {footer && (
              <ChakraDialog.Footer data-dialog-footer flexWrap="wrap">
                {footer}
              </ChakraDialog.Footer>
            )}
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

/** On a lower screen, as at 400 %, title and buttons would leave no room between them: all scrolls together. */
const hasRoomInside = '@media (min-height: 30rem)'
const isLarge = '@media (min-width: 48rem) and (min-height: 50.01rem)'

const heights = {
  '--dialog-margin': '1rem',
  [isLarge]: { '--dialog-margin': '4rem' },
  [hasRoomInside]: { maxHeight: 'calc(100% - 2 * var(--dialog-margin))' },
}

/** The content. Where it scrolls, the keyboard reaches it, and a line says that it goes on below. */
function Body({ hasFooter, children }: { hasFooter: boolean; children: ReactNode }) {
  const { watch, scrolls, isStop } = useScrolling()
  return (
    <ChakraDialog.Body
      ref={watch}
      // Visually hidden content must scroll with it.
      position="relative"
      css={{ [hasRoomInside]: { overflowY: 'auto' } }}
      focusVisibleRing="inside"
      {...(isStop ? { tabIndex: 0 } : {})}
      {...(scrolls && hasFooter ? { borderBottomWidth: '1px', mb: '2' } : {})}
    >
      {children}
    </ChakraDialog.Body>
  )
}

/** Whether an element scrolls; `isStop` if nothing in it can have the focus, so that it has to be a stop itself. */
function useScrolling() {
  const [scrolling, setScrolling] = useState({ scrolls: false, isStop: false })
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const look = () => {
      const scrolls = element.scrollHeight > element.clientHeight + 1
      const isStop = scrolls && element.querySelector(stops) === null
      setScrolling((before) =>
        before.scrolls === scrolls && before.isStop === isStop ? before : { scrolls, isStop },
      )
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return { watch, ...scrolling }
}

/** The heading if the first stop below it is a part that scrolls, whose frame would look chosen; otherwise null. */
function headingOverScroller(heading: HTMLElement | null): HTMLElement | null {
  const first = heading?.closest('[role$=dialog]')?.querySelector(stops)
  return first && !first.matches(controls) ? heading : null
}

const controls = 'a, button, input, select, textarea, [role=slider]'
const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'
