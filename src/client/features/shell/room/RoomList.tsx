import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnouncedColumns } from '#client/session/use-announced-columns.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { publicBidders } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { roomReading, roomStanding } from './room-content.ts'
import { useFit } from './use-fit.ts'

/** How long a page of the list stays. */
const pageMs = 6000
/** How often the list goes back to the bid being read. */
const followMs = 1000
/** Fewer rows are larger; what does not fit at the least size that a hall can read scrolls. */
const fewerAreLarger = { largest: 1.6, smallest: 0.8, otherwise: 1 }

interface Row {
  readonly code: string
  readonly name: string
  readonly price: string | null
  readonly standing: ReturnType<typeof roomStanding>
}

/** All bidders, with their price once it is public. */
export function RoomList() {
  const state = useSession((snapshot) => snapshot.state)
  const columns = useAnnouncedColumns(state.tender, state.stage.number)
  const language = useNameLanguage()
  const rows = useMemo(() => rowsOf(state, columns, language), [state, columns, language])
  const current = roomReading(state)?.bidderCode ?? null
  return rows.length === 0 ? null : <Rows rows={rows} current={current} />
}

/** It scrolls by itself, and stays with the bid being read. */
function Rows({ rows, current }: { readonly rows: readonly Row[]; readonly current: string | null }) {
  const { t } = useTranslation('room')
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const key = rows.map(({ price, standing }) => (price ? 'price' : standing)).join()
  useFit(list, key, fewerAreLarger)
  useScrolling(frame, current)
  return (
    <Box
      ref={frame}
      flex="1 1 46%"
      minW="0"
      overflowY="auto"
      // The keyboard can scroll it, too.
      tabIndex={0}
      focusVisibleRing="inside"
      position="relative"
      css={{ scrollbarWidth: 'none' }}
    >
      <chakra.ol
        ref={list}
        aria-label={t('bidders')}
        listStyleType="none"
        h={{ lg: 'full' }}
        display="grid"
        gridAutoRows={{ lg: 'minmax(min-content, 15vh)' }}
        fontSize={{ lg: 'calc(max(1rem, 2.8vh) * var(--fit, 1))' }}
      >
        {rows.map((row, index) => (
          <ListRow
            key={row.code}
            {...{ row, place: index + 1, of: rows.length, isCurrent: row.code === current }}
          />
        ))}
      </chakra.ol>
    </Box>
  )
}

interface ListRowProps {
  readonly row: Row
  readonly place: number
  readonly of: number
  readonly isCurrent: boolean
}

/** Whose bid is missing is seen from afar. */
const colours = { opened: undefined, waits: 'fg.muted', failed: 'fg.warning', invalid: 'fg.warning' } as const

/** The price stands beside the name, or below it where the line is too short for both. */
function ListRow({ row: { name, price, standing }, place, of, isCurrent }: ListRowProps) {
  const { t } = useTranslation('room')
  return (
    <chakra.li
      aria-current={isCurrent || undefined}
      bg={isCurrent ? 'bg.info' : undefined}
      borderBottomWidth="1px"
      px="1vw"
      py="0.3em"
      display="grid"
      alignContent="center"
    >
      <Flex gap="1vw" align="baseline">
        <Text
          as="span"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
          minW={`${String(of).length}ch`}
          textAlign="end"
        >
          {place}
        </Text>
        <Flex wrap="wrap" flex="1" minW="0" columnGap="1vw" align="baseline">
          <Text
            as="span"
            // A name that does not fit beside the price has the line alone.
            flex="1 1 auto"
            minW="0"
            lineClamp={3}
            fontWeight={isCurrent ? 'bold' : undefined}
            {...wrapsAtMarks}
          >
            <CompanyName name={name} />
          </Text>
          <Text
            as="span"
            ms="auto"
            whiteSpace="nowrap"
            fontVariantNumeric="tabular-nums"
            fontWeight={price ? 'semibold' : undefined}
            color={price || isCurrent ? undefined : colours[standing]}
          >
            {price ?? t(`standing.${standing}`)}
          </Text>
        </Flex>
      </Flex>
    </chakra.li>
  )
}

function rowsOf(state: SessionState, columns: readonly Column[], language: 'zh' | 'en'): Row[] {
  const money = columns.find(({ kind }) => kind === 'money')
  return publicBidders(state).map((bidder) => {
    const figure = money && bidder.figures?.[money.key]
    const standing = roomStanding(state, bidder)
    const price =
      money && figure && standing === 'opened'
        ? `${figureText('money', figure)} ${unitIn(language, money.unit)}`
        : null
    return { code: bidder.code, name: bidder.name, price, standing }
  })
}

/** Keeps the current row in the middle; without one, turns a page every few seconds and begins again at the end. */
function useScrolling(list: { readonly current: HTMLElement | null }, current: string | null): void {
  useEffect(() => {
    const element = list.current
    if (!element) return
    const follow = () => element.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    const turn = () => {
      const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
      const top = atEnd ? 0 : element.scrollTop + element.clientHeight * 0.8
      element.scrollTo({ top, behavior: 'smooth' })
    }
    if (current !== null) follow()
    // The rows' heights change with the fonts that arrive, and the list's with the captions.
    const timer = setInterval(current === null ? turn : follow, current === null ? pageMs : followMs)
    return () => clearInterval(timer)
  }, [list, current])
}
