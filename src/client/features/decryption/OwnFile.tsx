import { Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useDecryptionDeadline, useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { BarCountdown } from '#client/ui/session/BarCountdown.tsx'
import { Facts } from '#client/ui/session/Facts.tsx'
import { FileStatus } from '#client/ui/session/FileStatus.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { useOwnBidder } from '#client/ui/session/own-bidder.ts'
import type { FileState } from '#domain/state.ts'
import { DecryptForm } from './DecryptForm.tsx'

/** A bidder's own file: the time left in large figures, what became of it by the log, and the way to open it (D4). */
export function OwnFile() {
  const { t } = useTranslation('steps')
  const own = useOwnBidder()
  const time = useTimeFormat()
  const started = useSession(({ state }) => state.decryption !== null)
  const window = useDecryptionDeadline()
  const open = window !== null && !window.closed
  if (!own?.submission) {
    return (
      <Panel title={t('decryption.own')}>
        <Notice tone="info">{t('decryption.notSubmitted')}</Notice>
      </Panel>
    )
  }
  const { submission, file } = own
  const mayDecrypt = open && (file.status === 'sealed' || file.status === 'refused')
  return (
    <Panel title={t('decryption.own')} actions={<FileStatus file={file} />}>
      <Stack gap="5">
        {mayDecrypt && (
          <BarCountdown deadline={window.deadline} label={t('decryption.remaining')} size="wall" />
        )}
        {!started && <Notice tone="info">{t('decryption.barNotIssued')}</Notice>}
        <Outcome file={file} open={open} />
        <Facts
          items={[
            { label: t('decryption.fileName'), value: submission.fileName },
            { label: t('decryption.submittedAt'), value: time.second(submission.at) },
            { label: t('decryption.hash'), value: submission.ciphertextHash, mono: true },
          ]}
        />
        {mayDecrypt && <DecryptForm fileId={submission.fileId} unitCode={own.code} />}
      </Stack>
    </Panel>
  )
}

/** What the log says became of the file. */
function Outcome({ file, open }: { file: FileState; open: boolean }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  switch (file.status) {
    case 'imported':
      return (
        <Notice tone="done" title={t('decryption.done')}>
          {t('decryption.doneDetail', {
            method: t(`file.method.${file.method}`),
            time: time.second(file.at),
          })}
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="error" title={`${t('decryption.refusedTitle')} ${time.clock(file.at)}`}>
          {t(open ? `decryption.refused.${file.cause}` : `file.cause.${file.cause}`)}
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
