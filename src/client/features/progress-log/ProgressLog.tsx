import { Button, chakra, Flex, Heading, IconButton } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLogPlace } from '#client/session/log-place.ts'
import { usePreferences } from '#client/store/preferences.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { ChevronIcon, ExpandIcon } from '#client/ui/icons.tsx'
import { LogActions } from './LogActions.tsx'
import { LogView } from './LogView.tsx'
import { countUntil } from './log-lines.ts'
import { useLogLines, useSentences } from './use-filtered-log.ts'

/** The progress log, newest first (SHL-14); on a phone folded, with the latest line visible. */
export function ProgressLog() {
  const { is, isTight } = useLogPlace()
  const [isClosed, setClosed] = useState(false)
  if (is === 'folded') return <Folded />
  if (is === 'rail') return <Rail takesFocus={isClosed} />
  return <Column onClose={isTight ? () => setClosed(true) : null} />
}

/** `onClose`: called when it becomes a rail; null where it stays. */
function Column({ onClose }: { readonly onClose: (() => void) | null }) {
  const { t } = useTranslation('shell')
  const setLogOpen = usePreferences((preferences) => preferences.setLogOpen)
  return (
    <Flex direction="column" flex="1" minW="0" minH="0" pt="2">
      <LogView
        maxHeight="none"
        head={
          <Heading as="h2" size="md">
            {t('logTitle')}
          </Heading>
        }
        more={
          <>
            <WholeLog />
            {onClose && (
              <IconButton
                size="xs"
                variant="ghost"
                aria-label={t('logClose')}
                title={t('logClose')}
                onClick={() => {
                  onClose()
                  setLogOpen(false)
                }}
              >
                <ChevronIcon transform="rotate(-90deg)" />
              </IconButton>
            )}
          </>
        }
      />
      <LogActions />
    </Flex>
  )
}

/** The log as a narrow button that opens it, with the number of lines since it was in sight. */
function Rail({ takesFocus }: { readonly takesFocus: boolean }) {
  const { t } = useTranslation('shell')
  const setLogOpen = usePreferences((preferences) => preferences.setLogOpen)
  const count = useUnread()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <chakra.button
      ref={button}
      type="button"
      w="full"
      cursor="pointer"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="2"
      py="3"
      rounded="lg"
      _hover={{ bg: 'bg.muted' }}
      focusVisibleRing="inside"
      aria-expanded={false}
      aria-label={count > 0 ? t('logOpenNew', { count }) : t('logOpen')}
      onClick={() => setLogOpen(true)}
    >
      <ChevronIcon transform="rotate(90deg)" />
      {count > 0 && (
        <chakra.span
          bg="info.solid"
          color="info.contrast"
          rounded="full"
          minW="6"
          px="1"
          textStyle="xs"
          fontWeight="semibold"
        >
          {count > mostCounted ? `${mostCounted}+` : count}
        </chakra.span>
      )}
      <chakra.span css={{ writingMode: 'vertical-rl' }}>{t('logTitle')}</chakra.span>
    </chakra.button>
  )
}

const mostCounted = 99

/** How many lines have come since the log was loaded or was last in sight. */
function useUnread(): number {
  const { lines } = useLogLines()
  const newest = lines.at(-1)?.entry.seq ?? 0
  const [from, setFrom] = useState(newest)
  if (from === 0 && newest > 0) setFrom(newest)
  return from === 0 ? 0 : lines.length - countUntil(lines, from)
}

function Folded() {
  const { t } = useTranslation('shell')
  const latest = useLogLines().lines.at(-1)
  const sentenceOf = useSentences()
  const [open, setOpen] = useState(false)
  return (
    <chakra.details
      css={{ '&[open] summary svg': { transform: 'rotate(180deg)' } }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary
        listStyleType="none"
        display="flex"
        gap="2"
        alignItems="center"
        // One line or two: nothing below moves with the next one.
        minH="3.25rem"
        px="3"
        cursor="pointer"
        focusVisibleRing="inside"
      >
        <chakra.span flex="1" minW="0" lineClamp={2} textStyle="sm" lineHeight="1.35">
          {latest ? t('logLatest', { text: sentenceOf(latest) }) : t('logEmpty')}
        </chakra.span>
        <ChevronIcon />
      </chakra.summary>
      {open && (
        <>
          <LogView maxHeight="40vh" more={<WholeLog />} />
          <LogActions />
        </>
      )}
    </chakra.details>
  )
}

/** Link to the log's own screen, for supervisors who watch for hours. */
function WholeLog() {
  const { t } = useTranslation('shell')
  const sessionId = useSessionId()
  return (
    <Button asChild variant="ghost" size="xs">
      <Link to={`/bid/${sessionId}/progress`}>
        <ExpandIcon />
        {t('logWhole')}
      </Link>
    </Button>
  )
}
