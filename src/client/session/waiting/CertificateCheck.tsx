import { Button } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm } from '#client/certificates/CertificateForm.tsx'
import { useCertificate } from '#client/certificates/chosen-certificate.ts'
import { useSnapshotReader } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { Tone } from '#client/ui/StatusBadge.tsx'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import { CheckCard } from './CheckCard.tsx'
import { type CertificateVerdict, verdictOn } from './certificate-verdict.ts'

const tones: Readonly<Record<CertificateVerdict, Tone>> = {
  fits: 'done',
  'other-unit': 'failed',
  'other-certificate': 'failed',
  'not-valid': 'warning',
  unreadable: 'failed',
}

/** Opens the certificate now and compares it with the one that the bid was sealed with. */
export function CertificateCheck({ own }: { own: BidderState }) {
  const { t } = useTranslation('waiting')
  const [open, setOpen] = useState(false)
  const verdict = useVerdict(own)
  return (
    <CheckCard
      title={t('certificate')}
      outcome={
        verdict
          ? { tone: tones[verdict], says: t(`certificate.is.${verdict}`) }
          : { tone: 'neutral', says: t('unchecked') }
      }
      detail={t(verdict ? `certificate.means.${verdict}` : 'certificate.help')}
    >
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {t(verdict ? 'certificate.again' : 'certificate.check')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('certificate.check')} stays>
        <CertificateForm
          unitCode={own.code}
          enrolled={own.certificate}
          mismatch={t('certificate.is.other-unit')}
        />
      </Dialog>
    </CheckCard>
  )
}

/** Of the certificate that is open in this tab; null while none is. */
function useVerdict(own: BidderState): CertificateVerdict | null {
  const certificate = useCertificate()
  const snapshot = useSnapshotReader()
  const [verdict, setVerdict] = useState<CertificateVerdict | null>(null)
  const manifests = filesOf(own)
    .flatMap(({ submission }) => submission.manifest ?? [])
    .join(' ')
  const { code, certificate: enrolled } = own
  useEffect(() => {
    let left = false
    setVerdict(null)
    if (!certificate) return
    const bid = { unitCode: code, enrolled, manifests: manifests.split(' ').filter(Boolean) }
    const now = Date.now() + snapshot().offset
    void verdictOn(certificate.helper.certificatePem, bid, now).then((found) => {
      if (!left) setVerdict(found)
    })
    return () => {
      left = true
    }
  }, [certificate, code, enrolled, manifests, snapshot])
  return verdict
}
