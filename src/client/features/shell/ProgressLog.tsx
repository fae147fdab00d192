import { Box, chakra, Flex, Heading, Text, useMediaQuery } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useServerNow, useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { ChevronIcon } from '#client/ui/icons.tsx'
import { useDemo } from '#client/variant.tsx'
import { isHidden, toRecorded } from '#domain/entry.ts'
import { permissions } from '#domain/permissions.ts'
import { progressLine } from '#protocol/messages/progress.ts'
import { DemoJoin } from './DemoJoin.tsx'
import { MessageForm } from './MessageForm.tsx'

/** The newest lines shown; the whole log is in the opening record. */
const shownLines = 200

interface Line {
  readonly seq: number
  readonly at: string
  readonly text: string
}

/** What has happened, newest first (S6): at the right, on a phone folded with the latest line in sight. */
export function ProgressLog() {
  const { t } = useTranslation('shell')
  const lines = useLines()
  const latest = lines[0]
  const [wide] = useMediaQuery(['(min-width: 64rem)'], { ssr: false })
  return (
    <Box
      as="aside"
      aria-label={t('logTitle')}
      order={{ base: 1, lg: 2 }}
      w={{ base: 'full', lg: '20rem', '2xl': '26rem' }}
      flexShrink={0}
      position={{ lg: 'sticky' }}
      top={{ lg: 'calc(var(--kb-bar-height, 0px) + 1.25rem)' }}
      maxH={{ lg: 'calc(100dvh - var(--kb-bar-height, 0px) - 2.5rem)' }}
      display={{ lg: 'flex' }}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
    >
      {wide ? (
        <Flex direction="column" flex="1" minW="0" minH="0">
          <Flex justify="space-between" align="baseline" p="4" pb="2">
            <Heading as="h2" size="md">
              {t('logTitle')}
            </Heading>
            <Text textStyle="xs" color="fg.muted">
              {t('logCount', { count: lines.length })}
            </Text>
          </Flex>
          <Lines lines={lines} />
          <LogActions />
        </Flex>
      ) : (
        <chakra.details css={{ '&[open] summary svg': { transform: 'rotate(180deg)' } }}>
          <chakra.summary
            listStyleType="none"
            display="flex"
            gap="2"
            alignItems="center"
            p="3"
            cursor="pointer"
            focusVisibleRing="inside"
          >
            <chakra.span flex="1" minW="0" truncate>
              {latest ? t('logLatest', { text: latest.text }) : t('logEmpty')}
            </chakra.span>
            <ChevronIcon />
          </chakra.summary>
          <Lines lines={lines} />
          <LogActions />
        </chakra.details>
      )}
    </Box>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('shell')
  const format = useTimeFormat()
  const dayOf = (at: string | number) => format.minute(at).slice(0, 10)
  const today = dayOf(useServerNow(60_000))
  if (lines.length === 0) {
    return (
      <Text color="fg.muted" px="4" pb="4">
        {t('logEmpty')}
      </Text>
    )
  }
  return (
    <Box
      as="ol"
      role="list"
      aria-label={t('logTitle')}
      listStyleType="none"
      tabIndex={0}
      maxH={{ base: '40vh', lg: 'none' }}
      minH={{ lg: '8rem' }}
      flex="1"
      overflowY="auto"
      px="4"
      pb="3"
      focusVisibleRing="inside"
    >
      {lines.slice(0, shownLines).map(({ seq, at, text }) => (
        <Box as="li" key={seq} py="1.5" borderTopWidth="1px" borderColor="border.muted" textStyle="sm">
          <chakra.time dateTime={at} textStyle="xs" color="fg.muted" me="2">
            {dayOf(at) === today ? format.clock(at) : format.minute(at)}
          </chakra.time>
          {text}
        </Box>
      ))}
    </Box>
  )
}

function LogActions() {
  const isOpener = useRole() === 'opener'
  const status = useSession(({ state }) => state.status)
  const demo = useDemo()
  if (!isOpener || !permissions.PostMessage.statuses.includes(status)) return null
  return (
    <Box borderTopWidth="1px" p="4" display="grid" gap="4">
      <MessageForm />
      {demo && <DemoJoin />}
    </Box>
  )
}

function useLines(): readonly Line[] {
  const { i18n } = useTranslation()
  const entries = useSession((snapshot) => snapshot.entries)
  const bidders = useSession(({ state }) => state.bidders)
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  return useMemo(() => {
    const nameOf = (code: string) => bidders[code]?.name ?? code
    return entries
      .flatMap((entry) => {
        if (isHidden(entry)) return []
        const text = progressLine(toRecorded(entry), language, nameOf)
        return text === null ? [] : [{ seq: entry.seq, at: entry.at, text }]
      })
      .reverse()
  }, [entries, bidders, language])
}
