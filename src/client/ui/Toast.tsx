import { Toaster as ChakraToaster, Flex, Toast as Item, Portal } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './icons.tsx'
import { toaster } from './toaster.ts'
import { useClearOfActs, useMouseWatch } from './use-clear-of-acts.ts'

/**
 * The toast: at the lower right, or where there is room, clear of deadlines, acts and the names of a table's rows.
 * `code` is for the help desk: it is in the element (`data-code`), and not shown.
 */
export const toast = {
  success: (title: string) => show('success', title, 5000),
  info: (title: string) => show('info', title, 6000),
  warning: (title: string, code?: string) => show('warning', title, 8000, code),
  error: (title: string, code?: string) => show('error', title, 12_000, code),
}

function show(
  type: 'success' | 'info' | 'warning' | 'error',
  title: string,
  duration: number,
  code?: string,
): void {
  // The text is the id, so that a repeated message is shown once; it is read out again.
  const id = `${type}:${title}`
  const item = { type, title, duration, meta: { at: Date.now(), code } }
  if (toaster.isVisible(id)) toaster.update(id, item)
  else toaster.create({ ...item, id, closable: true })
}

const looks = {
  success: { Icon: CheckIcon, colour: 'fg.success' },
  info: { Icon: InfoIcon, colour: 'fg.info' },
  warning: { Icon: WarningIcon, colour: 'fg.warning' },
  error: { Icon: CrossIcon, colour: 'fg.error' },
} as const

/** Read out, and not on the screen. */
const unseen = { opacity: '0 !important', pointerEvents: 'none' } as const

function ClearOfActs() {
  useClearOfActs()
  return null
}

/** Shows the toasts. Mounted once, outside the page, because an open dialog hides the page from screen readers. */
export function Toasts() {
  const { t } = useTranslation()
  useMouseWatch()
  return (
    <Portal>
      <ChakraToaster
        aria-label={t('notifications')}
        toaster={toaster}
        css={{ alignItems: 'var(--kb-toast-side, flex-end) !important', _print: { display: 'none' } }}
      >
        {(item) => {
          const { Icon, colour } = looks[(item.type ?? 'info') as keyof typeof looks] ?? looks.info
          return (
            <Item.Root
              width={{ md: 'md' }}
              bg="bg.panel"
              color="fg"
              borderWidth="1px"
              borderColor="border.emphasized"
              shadow="lg"
              data-code={item.meta?.code}
              alignItems="flex-start"
              css={{ '&[data-repeats]': { ...unseen, '& button': { display: 'none' } } }}
            >
              <ClearOfActs />
              <Icon color={colour} mt="1" />
              <Flex key={item.meta?.at} direction="column" flex="1" minW="0">
                <Item.Title fontWeight="medium">{item.title}</Item.Title>
              </Flex>
              <Item.CloseTrigger
                aria-label={t('close')}
                color="fg"
                display="grid"
                placeItems="center"
                boxSize={{ base: '11', md: '7' }}
              >
                <CrossIcon />
              </Item.CloseTrigger>
            </Item.Root>
          )
        }}
      </ChakraToaster>
    </Portal>
  )
}
