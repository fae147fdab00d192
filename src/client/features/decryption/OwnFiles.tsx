import { Box, chakra, Flex, Heading, Separator, Stack } from '@chakra-ui/react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useDecryptionDeadline, useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { awaitsKey } from '#domain/decryption/hand-over.ts'
import { isTerminated } from '#domain/session/lot.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState, BidFileState, FileState } from '#domain/submission/bid-state.ts'
import { filesIn, filesOf, hasSubmitted, isExcluded } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { BackupUpload } from './BackupUpload.tsx'
import { DecryptForm } from './DecryptForm.tsx'
import { FileStatus } from './FileStatus.tsx'
import { LineEvidence } from './LineEvidence.tsx'
import { OwnFileActions } from './OwnFileActions.tsx'

/** A bidder's own files: the outcome of each, and the form that opens them (DEC-6). */
export function OwnFiles() {
  const { t } = useTranslation('steps')
  const absenceText = useAbsenceText()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const absence = absenceOf(state, own)
  return (
    <Panel title={t('decryption.own')} tour="own-files">
      {own && !absence ? (
        <Files own={own} files={filesIn(state, own)} />
      ) : (
        <Notice tone={absence === 'notSubmitted' ? 'info' : 'warning'}>
          {absenceText(absence ?? 'notSubmitted', isEncrypted(state))}
        </Notice>
      )}
    </Panel>
  )
}

type Absence = 'notSubmitted' | 'incomplete' | 'excluded'

/** Why there is nothing to open, in words; a refusal of the bidder's key says the same. */
function useAbsenceText(): (absence: Absence, encrypted: boolean) => string {
  const { t } = useTranslation('steps')
  const say = useMessage()
  return (absence, encrypted) => {
    if (absence === 'excluded') return say({ code: 'bid-excluded' })
    if (!encrypted) return t(`opening.plain.${absence}`)
    return absence === 'incomplete' ? say({ code: 'bid-incomplete' }) : t('decryption.notSubmitted')
  }
}

/** Why there is nothing to open for this bidder; null when there is. */
function absenceOf(state: SessionState, own: BidderState | null): Absence | null {
  if (!own || filesOf(own).length === 0) return 'notSubmitted'
  if (!hasSubmitted(state, own)) return 'incomplete'
  return isExcluded(state, own) ? 'excluded' : null
}

function Files({ own, files }: { own: BidderState; files: readonly BidFileState[] }) {
  const { t } = useTranslation('steps')
  const started = useSession(({ state }) => state.decryption !== null)
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const window = useDecryptionDeadline()
  const terminated = useSession(({ state }) => isTerminated(state.lot))
  const open = window !== null && !window.closed && !terminated
  const toOpen = files.filter(({ file }) => awaitsKey(file))
  const opening = files.filter(({ file }) => file.status === 'opening')
  const { notice, acted } = useFocusWhenDone(files.every(({ file }) => file.status === 'imported'))
  const mayDecrypt = open && toOpen.length + opening.length > 0
  return (
    <Stack gap="5">
      {!started && (
        <Notice tone="info">{t(encrypted ? 'decryption.barNotIssued' : 'opening.plain.wait')}</Notice>
      )}
      {mayDecrypt && (
        // Hidden, not unmounted, while files are being opened: a refused key is corrected, not typed again.
        <Stack gap="5" hidden={toOpen.length === 0}>
          {toOpen.map(({ kind, file }) => (
            <Outcome key={kind} file={file} open named={files.length > 1 ? t(`file.kind.${kind}`) : null} />
          ))}
          <DecryptForm files={toOpen.length > 0 ? toOpen : opening} unitCode={own.code} onSent={acted} />
          <Separator />
        </Stack>
      )}
      {files.map((file, index) => (
        <OwnFileState
          key={file.kind}
          file={file}
          isAbove={mayDecrypt && awaitsKey(file.file)}
          focusRef={index === 0 ? notice : undefined}
        />
      ))}
      {own.line && <LineEvidence line={own.line} />}
    </Stack>
  )
}

interface OwnFileStateProps {
  readonly file: BidFileState
  /** Its outcome is shown with the form that opens it. */
  readonly isAbove: boolean
  readonly focusRef: Ref<HTMLDivElement> | undefined
}

/** These have a notice, which says more than the status. */
const outcomes: readonly FileState['status'][] = ['imported', 'refused', 'failed']

/** A file's status or outcome, with its facts. */
function OwnFileState({ file: own, isAbove, focusRef }: OwnFileStateProps) {
  const { kind, file, submission } = own
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const saysOutcome = !isAbove && outcomes.includes(file.status)
  return (
    <Box as="section" aria-label={t(`file.kind.${kind}`)}>
      <Flex gap="3" wrap="wrap" align="center" mb="3">
        <Heading as="h3" size="sm">
          {t(`file.kind.${kind}`)}
        </Heading>
        {!saysOutcome && <FileStatus file={file} />}
      </Flex>
      <Stack gap="3">
        {saysOutcome && <Outcome file={file} focusRef={focusRef} />}
        <BackupUpload file={own} />
        <chakra.details>
          <chakra.summary cursor="pointer" color="fg.muted" textStyle="sm">
            {t('decryption.facts')}
          </chakra.summary>
          <Stack gap="3" mt="3">
            <DescriptionList
              items={[
                { label: t('decryption.fileName'), value: submission.fileName },
                { label: t('decryption.submittedAt'), value: time.second(submission.at) },
                { label: t('decryption.hash'), value: submission.ciphertextHash, mono: true },
              ]}
            />
            <OwnFileActions file={own} />
          </Stack>
        </chakra.details>
      </Stack>
    </Box>
  )
}

interface OutcomeProps {
  readonly file: FileState
  /** The window is open: a refused key can be corrected. */
  readonly open?: boolean
  /** The kind of file, where it is not said beside. */
  readonly named?: string | null
  /** Of the notice that the file is open. */
  readonly focusRef?: Ref<HTMLDivElement> | undefined
}

/** The file's outcome according to the log. */
function Outcome({ file, open = false, named = null, focusRef }: OutcomeProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const time = useTimeFormat()
  switch (file.status) {
    case 'imported':
      return (
        <Notice
          tone="done"
          title={t(file.method === 'none' ? 'opening.plain.done' : 'decryption.done')}
          focusRef={focusRef}
        >
          {t('decryption.doneDetail', {
            method: t(`file.method.${file.method}`),
            time: time.second(file.at),
          })}
        </Notice>
      )
    case 'refused':
      return (
        <Notice
          tone="error"
          title={[named, say({ code: file.cause }), time.clock(file.at)].filter(Boolean).join(' ')}
        >
          {open && t(`decryption.advice.${file.cause}`)}
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="error" title={t(`decryption.failedTitle.${file.kind}`)}>
          {t('decryption.failedDetail', { cause: t(`file.cause.${file.cause}`) })}
        </Notice>
      )
    default:
      return null
  }
}
