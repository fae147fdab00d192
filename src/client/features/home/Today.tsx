import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useEachSecond } from '#client/store/use-each-second.ts'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { epochOf } from '#lib/time.ts'
import type { OpeningToday } from '#protocol/calls/openings-today.ts'
import { useOpeningsToday } from './use-openings-today.ts'

/** So many stand on the home page; the list after the login has all. */
const mostShown = 8

interface TodayProps {
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
}

/** What opens today, for everybody (LST-15). */
export function Today({ offset }: TodayProps) {
  const { t } = useTranslation('hall')
  const title = useId()
  const { today, retry } = useOpeningsToday()
  const count = today.is === 'known' ? today.sections.length : 0
  return (
    <Box
      as="section"
      aria-labelledby={title}
      aria-busy={today.is === 'loading'}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
      p={{ base: '4', md: '5' }}
      w="full"
      textAlign="start"
      // The list comes after the first paint: it pushes nothing away, on a phone not with one or two sections.
      minH={{ base: '12.5rem', md: '22rem' }}
      display="flex"
      flexDirection="column"
    >
      <Heading as="h2" id={title} size="lg" mb="2">
        {t('todayTitle')}
      </Heading>
      {today.is === 'known' ? (
        <>
          {count === 0 && <NothingToday />}
          <chakra.ul listStyleType="none">
            {today.sections.slice(0, mostShown).map((section) => (
              <Opening key={`${section.bdbh} ${section.OpenBidTime}`} section={section} offset={offset} />
            ))}
          </chakra.ul>
          {(count > mostShown || today.more) && (
            <Text color="fg.muted" pt="3" textStyle="sm">
              {t(today.more ? 'todayMany' : 'todayMore', { count: count - mostShown })}
            </Text>
          )}
        </>
      ) : today.is === 'loading' ? (
        <Text role="status" color="fg.muted">
          {t('common:loading')}
        </Text>
      ) : (
        <Flex role="alert" align="center" gap="3" wrap="wrap">
          <Text>{t('todayFailed')}</Text>
          <Button size="sm" variant="outline" onClick={retry}>
            {t('common:retry')}
          </Button>
        </Flex>
      )}
    </Box>
  )
}

/** In the middle of the room that is kept for the list. */
function NothingToday() {
  const { t } = useTranslation('hall')
  return (
    <Box my="auto" textAlign="center">
      <Text textWrap="balance">{t('todayNone')}</Text>
      <Text color="fg.muted" textStyle="sm" mt="1" textWrap="balance">
        {t('todayNoneHint')}
      </Text>
    </Box>
  )
}

function Opening({ section, offset }: TodayProps & { readonly section: OpeningToday }) {
  const { t } = useTranslation('hall')
  const format = useTimeFormat()
  const { bdbh, bdmc, OpenBidTime, running } = section
  const isTime = useEachSecond(() => offset !== null && epochOf(OpenBidTime) <= Date.now() + offset)
  return (
    <chakra.li
      display="grid"
      // On a phone the status stands below the name, which has the whole line.
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', md: 'auto minmax(0, 1fr) auto' }}
      columnGap="4"
      alignItems="baseline"
      py="2"
      borderTopWidth="1px"
    >
      <chakra.time dateTime={OpenBidTime} fontVariantNumeric="tabular-nums" fontWeight="semibold">
        {format.clock(OpenBidTime).slice(0, 5)}
      </chakra.time>
      <Box minW="0">
        <Text lineClamp="2" title={bdmc}>
          {bdmc}
        </Text>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {bdbh}
        </Text>
      </Box>
      <Text
        textStyle="sm"
        whiteSpace="nowrap"
        gridColumn={{ base: '2', md: 'auto' }}
        color={running ? 'fg.info' : 'fg.muted'}
      >
        {/* A character would have another size in each font. */}
        {running && (
          <chakra.span
            display="inline-block"
            boxSize="2"
            rounded="full"
            bg="currentColor"
            me="1.5"
            aria-hidden
          />
        )}
        {running ? t('todayRunning') : isTime ? t('timeCome') : t('todayComing')}
      </Text>
    </chakra.li>
  )
}
