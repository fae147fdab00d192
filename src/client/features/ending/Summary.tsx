import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnouncedColumns } from '#client/session/use-announced-columns.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useOwnResult } from '#client/session/use-own-result.ts'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import { bidFailureKinds } from '#domain/decryption/outcome.ts'
import { signsRecord } from '#domain/ending/asked.ts'
import { isTableWithheld } from '#domain/evaluation/overview-later.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { hasSubmitted } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import { DocumentButtons } from './DocumentButtons.tsx'
import { type RoundSummary, summariesOf } from './summary.ts'
import { useClosedText } from './use-closed-text.ts'

/** So many names stand beside a cause; the others are in the overview. */
const mostNames = 10

/** The longest of the usual labels in either language: the values of all lists begin at one line. */
const labels = '12.5rem'

/** How the opening has ended, a bidder's own result first (END-30). */
export function Summary({ focusRef }: { readonly focusRef: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const rounds = useMemo(() => summariesOf(state), [state])
  return (
    <Panel title={t('ending.summary.title')} tour="summary">
      <Stack gap="5">
        <Box ref={focusRef} tabIndex={-1} focusVisibleRing="outside" rounded="sm">
          {own ? (
            <OwnResult own={own} />
          ) : (
            <Text>
              <WholeTimes text={t('ending.summary.endedAt', { time: time.second(state.endedAt ?? '') })} />
            </Text>
          )}
        </Box>
        {rounds.map((round) => (
          <Round key={round.envelope} round={round} isNamed={rounds.length > 1} />
        ))}
        <DocumentButtons />
      </Stack>
    </Panel>
  )
}

/** What became of the viewing bidder's bid, with the announced figures, and whether they signed. */
function OwnResult({ own }: { own: BidderState }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const language = useNameLanguage()
  const bad = useOwnResult()
  const state = useSession((snapshot) => snapshot.state)
  const columns = useAnnouncedColumns(state.tender, state.stage.number)
  if (!hasSubmitted(state, own)) return <Notice tone="info" title={t('ending.summary.ownNone')} />
  const { signature, figures } = own
  const signed = signature
    ? t('ending.summary.ownSigned', { time: time.second(signature.at) })
    : t('ending.summary.ownUnsigned')
  const items = columns.map(({ key, title, kind, unit }) => ({
    label: title[language],
    value: figures?.[key] ? `${figureText(kind, figures[key])} ${unitIn(language, unit)}` : t('common.none'),
  }))
  return (
    <Stack gap="3">
      <Notice tone={bad === null ? 'done' : 'warning'} title={bad ?? t('ending.summary.ownOpened')}>
        {state.signing && signsRecord(state, own) && signed}
      </Notice>
      {figures && <DescriptionList items={items} labels={labels} />}
    </Stack>
  )
}

interface RoundProps {
  readonly round: RoundSummary
  /** Says which envelope it is. */
  readonly isNamed: boolean
}

function Round({ round, isNamed }: RoundProps) {
  const { t } = useTranslation('steps')
  const { envelope, total, opened, signed, signers } = round
  return (
    <Box role="group" aria-label={isNamed ? t(`ending.envelope.${envelope}`) : t('ending.summary.counts')}>
      {isNamed && (
        <Text fontWeight="semibold" mb="2">
          {t(`ending.envelope.${envelope}`)}
        </Text>
      )}
      <Flex gap={{ base: '3', md: '8' }} wrap="wrap" mb="3">
        <Figure label={t('ending.summary.opened')} unit={t('ending.summary.bids', { count: opened })}>
          {opened}
        </Figure>
        <Figure
          label={t('ending.summary.notOpened')}
          unit={t('ending.summary.bids', { count: total - opened })}
        >
          {total - opened}
        </Figure>
        {round.recordHash && (
          <Figure label={t('ending.summary.signed')} unit={t('ending.summary.ofBidders', { count: signers })}>
            {signed}
          </Figure>
        )}
      </Flex>
      <Details round={round} />
    </Box>
  )
}

/** A large number with its label; read out as one term and its value. */
function Figure({ label, unit, children }: { label: string; unit: string; children: ReactNode }) {
  return (
    <chakra.dl minW={{ base: '5rem', md: '7rem' }}>
      <chakra.dt textStyle="sm" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        <chakra.span fontSize={{ base: '3xl', md: '4xl' }} fontWeight="semibold" lineHeight="1.2" me="1.5">
          {children}
        </chakra.span>
        {unit}
      </chakra.dd>
    </chakra.dl>
  )
}

/** Why bids did not open or are invalid, whether the opener signed, and the record's hash. */
function Details({ round }: { round: RoundSummary }) {
  const { t } = useTranslation('steps')
  const side = useViewerSide()
  const { laterSteps } = useVariant()
  const role = useRole()
  const isLater = useSession(({ state }) => isTableWithheld(state, role, round.envelope, laterSteps))
  const { failures, invalid, openerSigned, recordHash } = round
  const confirmation = useConfirmationItem(round)
  const names = useNames()
  const items = [
    ...(isLater
      ? []
      : bidFailureKinds.flatMap((kind) => {
          const lines = failures
            .filter((failed) => failed.kind === kind)
            .map(({ cause, names: who }) =>
              t('ending.summary.line', { what: t(`file.cause.${cause}`), who: names(who) }),
            )
          return lines.length > 0
            ? [{ label: t(`overview.badgeFailed.${kind}`), value: lines.join('\n') }]
            : []
        })),
    ...(isLater || invalid.length === 0
      ? []
      : [
          {
            label: t(`overview.badgeInvalid.${side}`),
            value: invalid
              .map(({ bidderName, note }) => t('ending.summary.line', { what: bidderName, who: note }))
              .join('\n'),
          },
        ]),
    ...confirmation,
    ...(openerSigned === null
      ? []
      : [
          {
            label: t('ending.summary.opener'),
            value: t(openerSigned ? 'ending.signing.signed' : 'ending.signing.unsigned'),
          },
        ]),
    ...(recordHash ? [{ label: t('ending.signing.hash'), value: recordHash, mono: true }] : []),
  ]
  return <DescriptionList items={items} labels={labels} />
}

/** How many bidders confirmed the overview, apart from those who count as confirmed, and how it was closed (END-20). */
function useConfirmationItem({ confirmation }: RoundSummary) {
  const { t } = useTranslation('steps')
  const closedText = useClosedText()
  if (!confirmation) return []
  const { count, round } = confirmation
  const sum = t('ending.confirmation.sum', { ...count })
  const closed = closedText(round)
  // Where all confirmed the sum says so.
  const byAll = count.done === count.total && !round.confirmation?.ended
  const lines = count.total === 0 ? [closed] : byAll ? [sum] : [sum, closed]
  return [{ label: t('ending.confirmation.title'), value: lines.join('\n') }]
}

/** Names in a sentence, with the number of those that are left out. */
function useNames(): (names: readonly string[]) => string {
  const { t } = useTranslation('steps')
  return (names) => {
    const shown = names.slice(0, mostNames).join(t('ending.certificates.comma'))
    const left = names.length - mostNames
    return left > 0 ? t('ending.summary.andOthers', { names: shown, count: left }) : shown
  }
}
