import { Box, Button, Heading, Stack, Text, Link as TextLink } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { LoggedInHeader } from '#client/auth/LoggedInHeader.tsx'
import { useLogin } from '#client/auth/login-store.ts'
import { useServerClock } from '#client/store/use-server-clock.ts'
import { Clock } from '#client/ui/Clock.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StepBar } from '#client/ui/StepBar.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { epochOf } from '#lib/time.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { SealedBid } from '#seal/seal-bid.ts'
import { BidFileList } from './BidFileList.tsx'
import { ReceiptPanel } from './ReceiptPanel.tsx'
import { SealingSteps } from './SealingSteps.tsx'
import { type SealingInfo, useSealingInfo } from './use-sealing-info.ts'

/** The bidder's sealing tool: seals figures and files in this browser and submits them before the opening time. */
export function Sealing() {
  const { t } = useTranslation('sealing')
  const who = useLogin((login) => login.who)
  useEffect(() => {
    document.title = t('title')
  }, [t])
  if (!who) return null
  return (
    <Box minH="100dvh">
      <Header name={who.ShowName} />
      {/* The permission table's row; the table itself would bring the whole domain to this page. */}
      {who.role === 'bidder' ? <Tool /> : <NotForYou code="forbidden" />}
    </Box>
  )
}

function Tool() {
  const { bdGuid = '' } = useParams()
  const { t } = useTranslation('sealing')
  const { loaded, load } = useSealingInfo(bdGuid)
  switch (loaded.status) {
    case 'loading':
      return (
        <Box role="status" py="10" textAlign="center" color="fg.muted">
          {t('loading')}
        </Box>
      )
    case 'failed':
      return <NotLoaded failure={loaded.failure} onRetry={load} />
    case 'ready':
      return <Screen info={loaded.info} onSubmitted={load} />
  }
}

/** No retry for whoever may not seal here: the answer would be the same. */
function NotLoaded({ failure: { code, message }, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation('sealing')
  if (code === 'forbidden' || code === 'not-enrolled') return <NotForYou code={code} />
  const isFinal = code === 'not-found'
  return (
    <Box as="main" id="main">
      <ErrorState
        isWholePage
        title={message || t('loadFailed')}
        meaning={isFinal ? '' : t('loadFailedMeaning')}
        {...(isFinal ? { action: '' } : { onRetry })}
        code={code}
      >
        <ToHall variant={isFinal ? 'solid' : 'ghost'} />
      </ErrorState>
    </Box>
  )
}

/** For other roles, and for a bidder who is not enrolled in the section: who seals bids here, and where to go. */
function NotForYou({ code }: { code: 'forbidden' | 'not-enrolled' }) {
  const { t } = useTranslation('sealing')
  return (
    <Box as="main" id="main">
      <ErrorState
        isWholePage
        title={t('notForYou')}
        meaning={t(code === 'forbidden' ? 'notForYouMeaning' : 'notEnrolledMeaning')}
        action={t(code === 'forbidden' ? 'notForYouAction' : 'notEnrolledAction')}
        code={code}
      >
        <ToHall variant="solid" />
      </ErrorState>
    </Box>
  )
}

function ToHall({ variant }: { variant: 'solid' | 'ghost' }) {
  const { t } = useTranslation()
  return (
    <Button asChild variant={variant}>
      <Link to="/hall">{t('toHall')}</Link>
    </Button>
  )
}

function Header({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <LoggedInHeader
      actions={
        <Text truncate maxW={{ base: '15rem', md: '20rem' }} title={name}>
          {name}
        </Text>
      }
    >
      <TextLink asChild>
        <Link to="/hall">
          <ArrowIcon transform="rotate(180deg)" />
          {t('toHall')}
        </Link>
      </TextLink>
    </LoggedInHeader>
  )
}

function Screen({ info, onSubmitted }: { info: SealingInfo; onSubmitted: () => void }) {
  const { t } = useTranslation('sealing')
  const now = useServerClock()
  const [chosen, setChosen] = useState<BidFileKind | null>(null)
  const [sealed, setSealed] = useState<SealedBid | null>(null)
  const deadline = epochOf(info.OpenBidTime)
  const left = now === null ? null : deadline - now
  const closed = left !== null && left <= 0
  const halt = haltTexts[info.BDZHUANGTAI]
  const kind = chosen ?? nextToSeal(info)
  const several = info.bidFiles.length > 1
  const replaces = info.bidFiles.some((asked) => asked.kind === kind && asked.submitted)
  const sentence = sentenceOf(info, { closed, kind, replaces, sealed: sealed !== null })

  /** Shows the form of a file, or the receipt; a sealed file that was not submitted is given up. */
  function show(next: BidFileKind | null): void {
    setSealed(null)
    setChosen(next)
  }
  return (
    <>
      <Box data-no-print position="sticky" top="0" zIndex="docked">
        <StepBar
          step={t('title')}
          sentence={halt === null ? t(sentence) : t(`halting:status.${halt}`)}
          countdown={
            left !== null &&
            halt === null && <TimeLeft milliseconds={left} until={info.OpenBidTime} done={kind === null} />
          }
        />
      </Box>
      <Box
        as="main"
        id="main"
        maxW="62rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '6' }}
        mb="var(--kb-act-height, 0px)"
      >
        <Stack gap="5">
          <Heading as="h2" size="md" data-no-print>
            {info.bdmc}
          </Heading>
          {closed && (
            <Notice tone="warning" title={t('closed')}>
              {t(closedText(info))}
            </Notice>
          )}
          {several && <BidFileList info={info} closed={closed} shown={kind} onSeal={show} />}
          {info.bidFiles.map(
            (asked) =>
              asked.submitted &&
              (closed || asked.kind !== kind) && (
                <ReceiptPanel
                  key={asked.kind}
                  info={info}
                  kind={asked.kind}
                  submission={asked.submitted}
                  {...(closed || several ? {} : { onReplace: () => show(asked.kind) })}
                />
              ),
          )}
          {!closed && replaces && (
            <Button data-no-print variant="outline" alignSelf="flex-start" onClick={() => show(null)}>
              {t('keepSubmitted')}
            </Button>
          )}
          {!closed && kind && (
            <SealingSteps
              key={kind}
              info={info}
              kind={kind}
              sealed={sealed}
              onSealed={setSealed}
              onSubmitted={() => {
                show(null)
                onSubmitted()
              }}
            />
          )}
          {(closed || kind === null) && <OnToHall />}
          <Section info={info} />
        </Stack>
      </Box>
    </>
  )
}

/** Until the deadline; small once everything required is in. */
function TimeLeft({ milliseconds, until, done }: { milliseconds: number; until: string; done: boolean }) {
  const { t } = useTranslation('sealing')
  const time = useTimeFormat()
  return (
    <Clock
      milliseconds={milliseconds}
      label={t('left')}
      until={time.minute(until)}
      done={done ? t('common:clockDone') : null}
      ended={t('closedShort')}
    />
  )
}

/** The way on once nothing is left to do here. */
function OnToHall() {
  const { t } = useTranslation()
  return (
    <StickyAct>
      <Button asChild>
        <Link to="/hall">{t('toHall')}</Link>
      </Button>
    </StickyAct>
  )
}

/** What is sealed for, until when and by whom. */
function Section({ info }: { info: SealingInfo }) {
  const { t } = useTranslation('sealing')
  const time = useTimeFormat()
  return (
    <Box data-no-print>
      <Panel title={t('facts')}>
        <DescriptionList
          items={[
            { label: t('section'), value: info.bdbh },
            { label: t('deadline'), value: time.second(info.OpenBidTime) },
            { label: t('bidder'), value: `${info.EntprsName} (${info.EntprsCode})` },
          ]}
        />
      </Panel>
    </Box>
  )
}

interface Standing {
  readonly closed: boolean
  /** The file whose form is open; null when everything required is in. */
  readonly kind: BidFileKind | null
  readonly replaces: boolean
  readonly sealed: boolean
}

/** What is expected of the bidder, by its text key. */
function sentenceOf({ encrypted }: SealingInfo, { closed, kind, replaces, sealed }: Standing) {
  if (closed) return 'closed'
  if (kind === null) return encrypted ? 'submittedBar' : 'submittedBarPlain'
  if (sealed) return encrypted ? 'sealedBar' : 'sealedBarPlain'
  return replaces ? 'replaceBar' : 'openBar'
}

/** The first file that is still missing for a complete bid; null when none is. */
function nextToSeal({ bidFiles }: SealingInfo): BidFileKind | null {
  return bidFiles.find(({ required, submitted }) => required && !submitted)?.kind ?? null
}

/** Of the lot status; null while the lot is open. */
const haltTexts = { 0: null, 2: 'failed', 3: 'stopped', 4: 'paused' } as const

function closedText({ isComplete, encrypted, bidFiles }: SealingInfo): string {
  if (isComplete) return encrypted ? 'closedWithBid' : 'closedWithBidPlain'
  return bidFiles.some(({ submitted }) => submitted !== null) ? 'closedWithPart' : 'closedWithout'
}
