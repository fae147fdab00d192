import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { failureKindOf } from '#domain/decryption/outcome.ts'
import { phaseCount, phaseOf, publicBidders } from '#domain/session/phase.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { standingOf } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { columnsOfEnvelope } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { RoomDraw } from './RoomDraw.tsx'
import { RoomEnd } from './RoomEnd.tsx'
import { RoomHalt } from './RoomHalt.tsx'
import { roomDraw, roomPart, roomReading } from './room-content.ts'
import { useFit } from './use-fit.ts'

/** That the lot is halted, the draw, the bid being announced or how it ended, large; otherwise how far the step is. */
export function RoomBid() {
  const part = useSession(({ state }) => roomPart(state))
  const lot = useSession(({ state }) => state.lot)
  const draw = useSession(({ state }) => roomDraw(state))
  if (part === 'halt' && lot !== 'open') return <RoomHalt lot={lot} />
  if (part === 'draw' && draw) return <RoomDraw draw={draw} />
  if (part === 'bid') return <BidBeingRead />
  if (part === 'end') return <RoomEnd />
  return part === 'count' ? <Count /> : <Section />
}

function BidBeingRead() {
  const { t } = useTranslation('reading')
  const reading = useSession(({ state }) => roomReading(state))
  const bidder = useSession(({ state }) => state.bidders[reading?.bidderCode ?? ''])
  const total = useSession(({ state }) => publicBidders(state).length)
  const part = useRef<HTMLDivElement>(null)
  useFit(part, `${bidder?.code} ${bidder?.invalid?.note} ${bidder?.figures !== null}`, { largest: 1.3 })
  if (!reading || !bidder) return null
  return (
    <Box ref={part} data-room-reading={reading.position}>
      <Text color="fg.muted">
        {t('place', { position: reading.position, total })}
        {reading.paused && ` · ${t('paused')}`}
      </Text>
      <Heading
        as="h2"
        fontSize={{ base: '1.5rem', lg: 'calc(max(1.75rem, 7vh) * var(--fit, 1))' }}
        lineHeight="1.15"
        mb="2vh"
        {...wrapsAtMarks}
      >
        <CompanyName name={bidder.name} />
      </Heading>
      <Items bidder={bidder} />
    </Box>
  )
}

/** What is read of a bid: its figures, or why it has none. */
function Items({ bidder }: { bidder: BidderState }) {
  const { t } = useTranslation('reading')
  const language = useNameLanguage()
  const tender = useSession(({ state }) => state.tender)
  const envelope = useSession(({ state }) => state.stage.number)
  const standing = useSession(({ state }) => standingOf(state, bidder))
  if (standing.status === 'failed') {
    const kind = t(`steps:overview.badgeFailed.${failureKindOf(standing.cause)}`)
    const cause = t(`steps:file.cause.${standing.cause}`)
    return <Text fontSize="4vh">{t('bid.failed', { kind, cause })}</Text>
  }
  if (bidder.invalid) return <Text fontSize="4vh">{t('bid.invalid', { note: bidder.invalid.note })}</Text>
  const columns = tender ? columnsOfEnvelope(tender, envelope) : []
  const items = columns.filter(({ key }) => bidder.figures?.[key])
  if (items.length === 0) return <Text fontSize="4vh">{t('none')}</Text>
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="max-content minmax(0, 1fr)"
      columnGap="2vw"
      rowGap="0.5vh"
      alignItems="baseline"
    >
      {items.map(({ key, title, kind, unit }) => (
        <Box display="contents" key={key}>
          <chakra.dt
            color="fg.muted"
            maxW="20vw"
            fontSize={{ lg: 'calc(max(1rem, 2.8vh) * clamp(0.8, var(--fit, 1), 1.1))' }}
          >
            {title[language]}
          </chakra.dt>
          <chakra.dd
            fontSize={{ base: '1.25rem', lg: 'calc(5vh * var(--fit, 1))' }}
            fontWeight="semibold"
            fontVariantNumeric="tabular-nums"
            whiteSpace={{ lg: kind === 'text' ? undefined : 'nowrap' }}
          >
            {`${figureText(kind, bidder.figures?.[key] ?? '')} ${unitIn(language, unit)}`.trimEnd()}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  )
}

/** Which section it is, large, and when it opens. */
function Section() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const tender = useSession(({ state }) => state.tender)
  const part = useRef<HTMLDivElement>(null)
  useFit(part, tender?.sectionName ?? '')
  if (!tender) return null
  return (
    <Box h="full" display="grid" alignContent="center" textAlign="center">
      <Box ref={part}>
        <Text
          fontSize="calc(min(9vh, 7vw) * var(--fit, 1))"
          fontWeight="semibold"
          lineHeight="1.3"
          textWrap="balance"
        >
          {tender.sectionName}
        </Text>
        <Text fontSize={{ base: 'max(1rem, 3vh)', lg: 'max(1rem, 4vh)' }} color="fg.muted">
          {`${t('preparation.opensAt')} ${time.minute(tender.opensAt)}`}
        </Text>
      </Box>
    </Box>
  )
}

function Count() {
  const { t } = useTranslation('room')
  const count = useSession(({ state }) => phaseCount(state))
  const phase = useSession(({ state }) => phaseOf(state))
  if (!count) return null
  const figures = `${count.done} / ${count.total}`
  return (
    <Box h="full" display="grid" placeContent="center" textAlign="center">
      <Text
        // Beside the list it has half of the width.
        fontSize={{
          base: `min(18vh, ${140 / figures.length}vw)`,
          lg: `min(18vh, ${85 / figures.length}vw)`,
        }}
        fontWeight="semibold"
        lineHeight="1.3"
        whiteSpace="nowrap"
        fontVariantNumeric="tabular-nums"
      >
        {figures}
      </Text>
      <Text fontSize={{ base: 'max(1rem, 3vh)', lg: 'max(1rem, 4vh)' }} color="fg.muted">
        {t(`counted.${phase}`)}
      </Text>
    </Box>
  )
}
