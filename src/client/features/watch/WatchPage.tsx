import { Box, Flex, Grid, Heading, Skeleton, Text, useMediaQuery, VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { BackToHall } from '#client/auth/BackToHall.tsx'
import { LoggedInHeader } from '#client/auth/LoggedInHeader.tsx'
import { useLogin } from '#client/auth/login-store.ts'
import { TimeOfDay } from '#client/auth/TimeOfDay.tsx'
import { usePreferences } from '#client/store/preferences.ts'
import { useServerOffset } from '#client/store/use-server-clock.ts'
import { Captions } from '#client/ui/Captions.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { useScreenAwake } from '#client/ui/use-screen-awake.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { useSoundOnceTouched } from '#client/voice/use-sound-once-touched.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'
import type { WallView } from './follow-wall.ts'
import { useWall } from './use-wall.ts'
import { useWallVoice } from './use-wall-voice.ts'
import { WallBanner } from './WallBanner.tsx'
import { WatchCard } from './WatchCard.tsx'
import { inHeldOrder, inOrder } from './wall-order.ts'

/** The supervisors' wall: all sections that are being opened, each on a card (WAL-1). */
export function WatchPage() {
  const { t } = useTranslation('watch')
  // The permission table's row; the table itself would bring the whole domain to this page.
  const isTheirs = useLogin((login) => login.who?.role === 'supervisor')
  const offset = useServerOffset()
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <Flex direction="column" minH="100dvh">
      <LoggedInHeader clock={<TimeOfDay offset={offset} />} full oneRow>
        <BackToHall />
      </LoggedInHeader>
      {isTheirs ? (
        <Wall offset={offset} />
      ) : (
        <Box as="main" id="main" py="12">
          <ErrorState isWholePage title={t('notForYou')} meaning="" action="" code="forbidden" />
        </Box>
      )}
    </Flex>
  )
}

function Wall({ offset }: { offset: number | null }) {
  const { t } = useTranslation('watch')
  const view = useWall()
  const [search, setSearch] = useSearchParams()
  const chosen = view.sections?.find(({ id }) => id === search.get('voice')) ?? null
  const caption = useWallVoice(chosen, offset)
  const english = usePreferences(({ language }) => language === 'en')
  useSoundOnceTouched()
  useScreenAwake(view.sections?.some(isRunning) ?? false)
  const choose = (id: string | null) => setSearch(id === null ? {} : { voice: id }, { replace: true })
  return (
    <>
      <WallBanner line={view.line} heardAt={view.heardAt} />
      <Box
        as="main"
        id="main"
        px={{ base: '3', md: '5' }}
        py={{ base: '3', md: '4' }}
        pb="calc(var(--kb-caption-height, 0px) + 1rem)"
        flex="1"
        display="flex"
        flexDirection="column"
      >
        <Flex align="baseline" columnGap="4" rowGap="1" wrap="wrap" mb="3">
          <Heading as="h1" size={{ base: 'lg', md: 'xl' }}>
            {t('title')}
          </Heading>
          {/* On a phone below the heading and the number. */}
          <Text
            color="fg.muted"
            flex={{ base: '1 1 100%', md: '1 1 16rem' }}
            order={{ base: 1, md: 0 }}
            {...wrapsAtMarks}
          >
            {t('lead')}
          </Text>
          {view.sections && view.sections.length > 0 && (
            <Text color="fg.muted" fontVariantNumeric="tabular-nums" ms="auto">
              {t('count', { count: view.sections.length })}
            </Text>
          )}
        </Flex>
        {view.more > 0 && (
          <Text mb="3" fontWeight="semibold">
            {t('more', { count: view.more })}
          </Text>
        )}
        <Content view={view} offset={offset} chosen={chosen?.id ?? null} onChoose={choose} />
      </Box>
      <Captions caption={caption && { ...caption, text: caption.text[english ? 'en' : 'zh'] }} />
    </>
  )
}

interface ContentProps {
  readonly view: WallView & { again(): void }
  readonly offset: number | null
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

function Content({ view, offset, chosen, onChoose }: ContentProps) {
  const { t } = useTranslation('watch')
  const { sections, failure, line } = view
  const { cards, hold } = useOrder(sections ?? [])
  const [isWall = false, isHigh = false] = useMediaQuery([wallWidth, wallShape], { ssr: false })
  if (sections === null && failure) {
    return <ErrorState title={failure.message || t('failed')} code={failure.code} onRetry={view.again} />
  }
  if (sections === null) return <Loading />
  if (sections.length === 0) {
    return (
      <Box role="status" py="16" textAlign="center">
        <Heading as="p" size="md" textWrap="balance">
          {t('empty')}
        </Heading>
        <Text mt="2" color="fg.muted" textWrap="balance">
          {t('emptyMeaning')}
        </Text>
      </Box>
    )
  }
  const isDense = isWall && cards.length > fewCards
  const filling = isWall && isHigh ? filled[cards.length - 1] : undefined
  return (
    <Grid
      as="ul"
      aria-label={t('title')}
      listStyleType="none"
      gap="3"
      flex={filling && '1'}
      templateColumns={
        filling ? `repeat(${filling.columns}, minmax(0, 1fr))` : isDense ? denseColumns : columns
      }
      // The rows share the wall's height.
      gridAutoRows={filling && 'minmax(min-content, 1fr)'}
      css={{ ...zoomBy(filling?.zoom ?? zoomFor(cards.length)), '--clock': filling?.clock }}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      {cards.map((section) => (
        <Box as="li" key={section.id} minW="0" display="flex">
          <WatchCard
            section={section}
            offset={offset}
            line={line}
            isChosen={section.id === chosen}
            onChoose={onChoose}
            isDense={isDense}
            actsBeside={isDense || filling?.actsBeside === true}
            nameLines={isWall && cards.length > someCards ? 1 : 2}
          />
        </Box>
      ))}
    </Grid>
  )
}

const wallWidth = '(min-width: 120rem)'
/** More cards than these are dense on a wall: thirty fit on one screen. */
const fewCards = 15
/** Up to so many there is room for two lines of a name: sections of one programme often differ in its end alone. */
const someCards = 24

const columns = 'repeat(auto-fill, minmax(min(100%, 19.5rem), 1fr))'
const denseColumns = 'repeat(auto-fill, minmax(18.5rem, 1fr))'

/** As high as a wall, or higher: a lower window has no room for larger cards. */
const wallShape = '(max-aspect-ratio: 9/5)'

interface Filling {
  readonly columns: number
  readonly zoom: Zoom
  readonly clock: string
  readonly actsBeside: boolean
}

/** How one to six cards fill a wall. */
const filled: readonly Filling[] = [
  { columns: 1, zoom: [3, 4], clock: '5rem', actsBeside: true },
  { columns: 2, zoom: [2.5, 3.4], clock: '4rem', actsBeside: false },
  { columns: 3, zoom: [1.9, 2.6], clock: '4.5rem', actsBeside: false },
  { columns: 2, zoom: [1.65, 2.2], clock: '2.75rem', actsBeside: true },
  { columns: 3, zoom: [1.4, 1.9], clock: '2.75rem', actsBeside: false },
  { columns: 3, zoom: [1.4, 1.9], clock: '2.75rem', actsBeside: false },
]

/** On a wall, and on a huge one. */
type Zoom = readonly [number, number]

/** On a wall the cards are as large as their number allows: four, five or six beside each other. */
function zoomFor(count: number): Zoom {
  return count <= 8 ? [1.4, 1.9] : count <= fewCards ? [1.12, 1.5] : [1, 1.33]
}

function zoomBy([large, huge]: Zoom) {
  return {
    [`@media ${wallWidth}`]: { zoom: large },
    '@media (min-width: 158rem)': { zoom: huge },
  }
}

function Loading() {
  const { t } = useTranslation('watch')
  return (
    <Box role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Grid gap="3" templateColumns={columns} aria-hidden>
        {['one', 'two', 'three', 'four'].map((place) => (
          <Skeleton key={place} h="15rem" rounded="lg" />
        ))}
      </Grid>
    </Box>
  )
}

/** Whether others have to act in a section against a deadline. */
function isRunning({ summary }: WatchedSection): boolean {
  return summary?.window != null && summary.window.name !== 'opening'
}

/** The cards in their order, which is kept while somebody points at one or has the focus in one. */
function useOrder(sections: readonly WatchedSection[]) {
  const [holding, setHolding] = useState({ pointer: false, focus: false })
  const shown = useRef<readonly string[]>([])
  const isHeld = holding.pointer || holding.focus
  const cards = isHeld ? inHeldOrder(sections, shown.current) : inOrder(sections)
  shown.current = cards.map(({ id }) => id)
  const hold = (by: 'pointer' | 'focus', on: boolean) => setHolding((before) => ({ ...before, [by]: on }))
  return { cards, hold }
}
