import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SealIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { permissions } from '#domain/session/permissions.ts'
import { signLetter } from './sign-letter.ts'
import { type LetterFile, useLetter } from './use-letter.ts'
import { useLetterWait } from './use-letter-wait.ts'

const PdfPages = lazy(async () => ({ default: (await import('#client/ui/PdfPages.tsx')).PdfPages }))

/** A bidder's commitment letter (PRE-13 to PRE-15): the PDF, and buttons to disagree, or to agree and sign. */
export function LetterDialog({ bidderCode, onClose }: { bidderCode: string; onClose: () => void }) {
  const { t } = useTranslation('commitment')
  const time = useTimeFormat()
  const { file, letter, again } = useLetter(bidderCode)
  const timely = useSession(({ state }) => permissions.SignCommitmentLetter.statuses.includes(state.status))
  const [visible, setVisible] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const open = timely && !letter?.signature
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      size="xl"
      // While the letter is being made there is nothing else to focus but the button that closes.
      initialFocus={() => content.current}
      footer={
        open && <LetterDecision bidderCode={bidderCode} file={file} visible={visible} onDone={onClose} />
      }
    >
      <Stack ref={content} tabIndex={-1} outline="none" gap="4">
        {letter?.signature && (
          <Notice tone="done" title={t('signed')}>
            {`${letter.signature.signer} · ${time.second(letter.signature.at)}`}
          </Notice>
        )}
        {!letter?.signature && !timely && <Notice tone="info">{t('over')}</Notice>}
        {open && letter?.declinedAt && <Notice tone="info">{t('declined')}</Notice>}
        {open && <Text>{t('help')}</Text>}
        <LetterPages file={file} onAgain={again} onReady={() => setVisible(true)} />
        {open && file.status === 'ready' && <CertificateForm unitCode={bidderCode} />}
      </Stack>
    </Dialog>
  )
}

interface LetterPagesProps {
  readonly file: LetterFile
  readonly onAgain: () => void
  readonly onReady: () => void
}

function LetterPages({ file, onAgain, onReady }: LetterPagesProps) {
  const { t } = useTranslation('commitment')
  switch (file.status) {
    case 'making':
      return <Waiting />
    case 'failed':
      return <ErrorState title={file.message} code={file.code} onRetry={onAgain} />
    case 'altered':
      return <Notice tone="error">{t('altered')}</Notice>
    case 'ready':
      return (
        <Suspense fallback={<Waiting />}>
          <PdfPages
            blob={file.blob}
            label={t('title')}
            failed={t('unreadable')}
            onReady={onReady}
            maxHeight="max(16rem, 48dvh)"
          />
        </Suspense>
      )
  }
}

function Waiting() {
  const { t } = useTranslation('commitment')
  return (
    <Box role="status" py="10" textAlign="center">
      <Spinner />
      <Text mt="3">{t('making')}</Text>
    </Box>
  )
}

interface LetterDecisionProps {
  readonly bidderCode: string
  readonly file: LetterFile
  readonly visible: boolean
  readonly onDone: () => void
}

/** Disagreeing can be revised later; agreeing is enabled once the letter has been visible long enough (PRE-14). */
function LetterDecision({ bidderCode, file, visible, onDone }: LetterDecisionProps) {
  const { t } = useTranslation('commitment')
  const send = useSend()
  const session = useSessionId()
  const certificate = useOwnCertificate(bidderCode)
  const wait = useLetterWait(visible && file.status === 'ready')
  const [busy, setBusy] = useState(false)

  async function agree() {
    if (file.status !== 'ready') return
    if (!certificate) return toast.warning(t('certificateFirst'))
    setBusy(true)
    // A USB key may have been removed since it was opened.
    const jws = await signLetter(certificate.helper, session, file.hash).catch(() => null)
    const done =
      jws !== null &&
      (await toastIfRefused(send('SignCommitmentLetter', { jws }), { failed: t('saveFailed') }))
    setBusy(false)
    if (jws === null) toast.error(t('failed'))
    if (!done) return
    toast.success(t('signedToast'))
    onDone()
  }

  async function disagree() {
    setBusy(true)
    const done = await toastIfRefused(send('DeclineCommitmentLetter', {}), {
      failed: t('common:operationFailed'),
    })
    setBusy(false)
    if (!done) return
    toast.success(t('declinedToast'))
    onDone()
  }

  return (
    <>
      {wait > 0 && (
        <Text role="timer" flex={{ base: '1 1 100%', md: '1 1 14rem' }} color="fg.muted">
          {t('wait', { seconds: wait })}
        </Text>
      )}
      <Button variant="outline" disabled={file.status !== 'ready' || busy} onClick={disagree}>
        {t('disagree')}
      </Button>
      <Button
        colorPalette="seal"
        disabled={wait > 0 || file.status !== 'ready'}
        loading={busy}
        onClick={agree}
      >
        <SealIcon />
        {wait > 0 ? t('agreeIn', { seconds: wait }) : t('agree')}
      </Button>
    </>
  )
}
