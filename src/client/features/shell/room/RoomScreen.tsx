import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { tokens } from '#client/auth/tokens.ts'
import { StatusPage } from '#client/StatusPage.tsx'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { ScreenAwake } from '#client/session/ScreenAwake.tsx'
import { useStepTitle } from '#client/session/step-title.ts'
import { useHaltSentence } from '#client/session/use-halt-sentence.ts'
import { useStepOfEnvelope } from '#client/session/use-step-of-envelope.ts'
import {
  SessionProvider,
  useByServerClock,
  useCaption,
  useServerNow,
  useSession,
} from '#client/store/session-provider.tsx'
import { useRecentEntries } from '#client/store/use-recent-entries.ts'
import { useVariant } from '#client/store/variant.tsx'
import { progressPalette } from '#client/ui/Progress.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { currentWindow } from '#domain/session/current-window.ts'
import { isCountOver, phaseCount, phaseOf } from '#domain/session/phase.ts'
import { sessionStep } from '#domain/session/under-way.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import { epochOf } from '#lib/time.ts'
import { ConnectionBanner } from '../ConnectionBanner.tsx'
import { TabTitle } from '../TabTitle.tsx'
import { RoomBid } from './RoomBid.tsx'
import { RoomList } from './RoomList.tsx'
import { mayShowRoom, roomPart } from './room-content.ts'

/**
 * The section for everybody in the room, on a projector or a large screen: no control, everything in shares of the
 * screen's height. It reads the section as the person who opened it may, like any other screen; its captions ask nobody
 * to do what only the opener can do.
 */
export function RoomScreen() {
  const { t } = useTranslation('room')
  const { sessionId = '' } = useParams()
  const role = useLogin((login) => login.who?.role ?? null)
  const { clockPollMilliseconds } = useVariant()
  if (!mayShowRoom(role) || !tokens.switchSession(sessionId)) {
    return (
      <StatusPage title={t('notForYou')} meaning={t('notForYouMeaning')}>
        <Button asChild>
          <Link to="/hall">{t('common:toHall')}</Link>
        </Button>
      </StatusPage>
    )
  }
  return (
    <SessionProvider sessionId={sessionId} clockEveryMs={clockPollMilliseconds} audience="supervisor">
      <Room />
      <TabTitle />
      <ScreenAwake />
    </SessionProvider>
  )
}

function Room() {
  const { t } = useTranslation('shell')
  const loaded = useSession(({ state }) => state.tender !== null)
  useRecentEntries()
  return (
    <Box
      as="main"
      id="main"
      h="100dvh"
      overflow="hidden"
      display="grid"
      gridTemplateRows="auto minmax(0, 1fr) auto"
      gridTemplateColumns="minmax(0, 1fr)"
      lineHeight="1.25"
      fontSize={{ base: '1rem', lg: 'max(1rem, 2.8vh)' }}
      data-room
    >
      {loaded ? (
        <>
          <Top />
          <Flex gap="2vw" px="2vw" py="2vh" minH="0" direction={{ base: 'column', lg: 'row' }}>
            <Box flex="1 1 50%" minW="0" minH="0" overflow="hidden">
              <RoomBid />
            </Box>
            <RoomList />
          </Flex>
          <Bottom />
        </>
      ) : (
        <Text role="status">{t('sectionLoading')}</Text>
      )}
    </Box>
  )
}

function Top() {
  const { t } = useTranslation('room')
  const titleOf = useStepTitle()
  const ofEnvelope = useStepOfEnvelope()
  const state = useSession((snapshot) => snapshot.state)
  return (
    <Box
      bg={state.lot === 'open' ? 'bg.panel' : 'bg.warning'}
      borderBottomWidth="1px"
      css={{ '&:has([data-clock="1"])': { bg: 'bg.error', borderColor: 'border.error' } }}
    >
      <ConnectionBanner />
      <Flex
        px="2vw"
        py="1.5vh"
        gap="2vw"
        align="center"
        justify="space-between"
        wrap={{ base: 'wrap', lg: 'nowrap' }}
      >
        <Box minW="0">
          {/* Before anything is counted it stands in large letters below. */}
          {roomPart(state) !== 'section' && (
            <Text color="fg.muted" lineClamp={1}>
              {state.tender?.sectionName}
            </Text>
          )}
          <Heading as="h1" fontSize="max(1.5rem, 5vh)" lineHeight="1.2" {...wrapsAtMarks}>
            {ofEnvelope(titleOf(sessionStep(state), state))}
          </Heading>
          <Text fontSize={{ base: 'max(1rem, 3vh)', lg: 'max(1rem, 3.4vh)' }} role="status" {...wrapsAtMarks}>
            {useHaltSentence() ?? t(`phase.${phaseOf(state)}`)}
          </Text>
          <Ceiling />
        </Box>
        <RoomClock />
      </Flex>
    </Box>
  )
}

function Ceiling() {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const price = useSession(({ state }) => state.tender?.ceilingPrice)
  const unit = useSession(({ state }) => state.tender?.columns.find(({ kind }) => kind === 'money')?.unit)
  if (price === undefined) return null
  return (
    <Text color="fg.muted">
      {`${t('preparation.ceilingPrice')} ${figureText('money', price)} ${unit === undefined ? t('preparation.yuan') : unitIn(language, unit)}`}
    </Text>
  )
}

/** The running window's clock; the time of day while there is none. */
function RoomClock() {
  const { t } = useTranslation('shell')
  const window = useSession(({ state }) => currentWindow(state)?.name ?? null)
  const deadline = useSession(({ state }) => currentWindow(state)?.deadline ?? null)
  // Once its time has come the opening has no deadline any more.
  const waits = useByServerClock((now) => window !== 'opening' || now < epochOf(deadline ?? ''))
  if (window && deadline && waits)
    return <DeadlineCountdown deadline={deadline} label={t(`deadline_${window}`)} room />
  return <TimeOfDay />
}

function TimeOfDay() {
  const { t } = useTranslation('shell')
  const time = useTimeFormat()
  const now = useServerNow()
  return (
    <Box textAlign={{ base: 'start', lg: 'end' }} flexShrink={0}>
      <Text color="fg.muted">{t('serverClock')}</Text>
      <Text
        role="timer"
        aria-label={t('serverClock')}
        fontSize="min(12vh, 18vw)"
        lineHeight="1"
        whiteSpace="nowrap"
      >
        {time.clock(now)}
      </Text>
    </Box>
  )
}

function Bottom() {
  const caption = useCaption()
  return (
    <Box>
      <CountBar />
      {/* Keeps its room while nothing is said, so that nothing moves when it is. */}
      <Box
        role="status"
        aria-live="polite"
        data-room-caption
        display="grid"
        alignContent="center"
        bg={caption ? 'bg.inverted' : 'bg.panel'}
        color={caption ? 'fg.inverted' : undefined}
        fontSize={{ base: '1.25rem', lg: 'max(2.25rem, 4.2vh)' }}
        minH={{ base: '1.6em', lg: '2.8em' }}
        px="2vw"
        py="0.15em"
        textAlign="center"
      >
        {/*
          What is read out stands above in full: a long sentence takes no more of the screen. Screen readers read the same
          words again only in a new element.
        */}
        <Text as="span" key={caption?.id} lineClamp={2} {...wrapsAtMarks}>
          {caption?.text}
        </Text>
      </Box>
    </Box>
  )
}

/** How far the step is, as a bar across the screen; the large part says it in figures. */
function CountBar() {
  const count = useSession(({ state }) => phaseCount(state))
  const phase = useSession(({ state }) => phaseOf(state))
  const { done, total } = count ?? { done: 0, total: 0 }
  const share = total > 0 ? Math.min(1, done / total) : 0
  return (
    <Box h="1.2vh" bg={count ? 'bg.emphasized' : undefined} borderBottomWidth="1px" aria-hidden>
      <Box
        h="full"
        bg={`${progressPalette(done, total, isCountOver(phase))}.solid`}
        style={{ width: `${share * 100}%` }}
      />
    </Box>
  )
}
