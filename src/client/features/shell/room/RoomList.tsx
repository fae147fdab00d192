import { chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnouncedColumns } from '#client/session/use-announced-columns.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { publicBidders } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { roomReading, roomStanding } from './room-content.ts'

/** How long a page of the list stays. */
const pageMs = 6000
/** How often the list goes back to the bid being read. */
const followMs = 1000

interface Row {
  readonly code: string
  readonly name: string
  readonly price: string | null
  readonly standing: ReturnType<typeof roomStanding>
}

/** All bidders, with their price once it is public; it scrolls by itself, and stays with the bid being read. */
export function RoomList() {
  const { t } = useTranslation('room')
  const state = useSession((snapshot) => snapshot.state)
  const columns = useAnnouncedColumns(state.tender, state.stage.number)
  const language = useNameLanguage()
  const rows = useMemo(() => rowsOf(state, columns, language), [state, columns, language])
  const current = roomReading(state)?.bidderCode ?? null
  const list = useRef<HTMLOListElement>(null)
  useScrolling(list, current)
  if (rows.length === 0) return null
  return (
    <chakra.ol
      ref={list}
      aria-label={t('bidders')}
      flex="1 1 46%"
      minW="0"
      overflowY="auto"
      listStyleType="none"
      // The keyboard can scroll it, too.
      tabIndex={0}
      focusVisibleRing="inside"
      position="relative"
      css={{ scrollbarWidth: 'none' }}
    >
      {rows.map(({ code, name, price, standing }, index) => (
        <chakra.li
          key={code}
          aria-current={code === current || undefined}
          bg={code === current ? 'bg.info' : undefined}
          borderBottomWidth="1px"
          px="1vw"
          py="0.8vh"
        >
          <Flex gap="1vw" align="baseline">
            <Text
              as="span"
              color="fg.muted"
              fontVariantNumeric="tabular-nums"
              minW={`${String(rows.length).length}ch`}
              textAlign="end"
            >
              {index + 1}
            </Text>
            <Text
              as="span"
              flex="1"
              minW="0"
              lineClamp={2}
              textWrap="balance"
              fontWeight={code === current ? 'bold' : undefined}
            >
              {name}
            </Text>
            <Text
              as="span"
              whiteSpace="nowrap"
              fontVariantNumeric="tabular-nums"
              fontWeight={price ? 'semibold' : undefined}
            >
              {price ?? t(`standing.${standing}`)}
            </Text>
          </Flex>
        </chakra.li>
      ))}
    </chakra.ol>
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
