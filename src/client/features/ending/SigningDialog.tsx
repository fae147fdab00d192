import { Link, Stack, Tabs, Text } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import type { SigningWay } from '#domain/ending/signer.ts'
import { CertificateSigning } from './CertificateSigning.tsx'
import { ScanSigning } from './ScanSigning.tsx'
import type { SendSignature } from './sign-document.ts'

interface SigningDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The signing unit, and the certificate that it was enrolled with; null for the opener. */
  readonly unitCode: string
  readonly enrolled: string | null
  /** Resolves with whether it was accepted. */
  readonly onSign: SendSignature
}

/** The electronic signature (END-27): by certificate, or with a phone that scans a code. */
export function SigningDialog({ open, onClose, unitCode, enrolled, onSign }: SigningDialogProps) {
  const { t } = useTranslation('steps')
  const { modes } = useVariant().laterSteps.signing
  const [way, setWay] = useState<SigningWay>(modes[0] ?? 'certificate')
  const signed = async (...given: Parameters<SendSignature>) => {
    const done = await onSign(...given)
    if (done) onClose()
    return done
  }
  const contents: Readonly<Record<SigningWay, ReactElement>> = {
    certificate: <CertificateSigning unitCode={unitCode} enrolled={enrolled} onSign={signed} />,
    scan: <ScanSigning onSign={signed} />,
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('ending.signing.open')} width="450px" stays>
      <Tabs.Root
        value={way}
        onValueChange={({ value }) => setWay(value as SigningWay)}
        variant="line"
        fitted
        lazyMount
        unmountOnExit
      >
        <Tabs.List>
          {modes.map((mode) => (
            <Tabs.Trigger key={mode} value={mode}>
              {t(`ending.signing.tabs.${mode}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {modes.map((mode) => (
          <Tabs.Content key={mode} value={mode}>
            {contents[mode]}
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <Help />
    </Dialog>
  )
}

/** The hotline, and where the region has them its guide and its app. */
function Help() {
  const { t } = useTranslation('steps')
  const { footer, laterSteps } = useVariant()
  const { guideUrl, appUrl } = laterSteps.signing
  const links = [
    [guideUrl, t('ending.signing.guide')],
    [appUrl, t('ending.signing.app')],
  ] as const
  return (
    <Stack gap="2" mt="4" pt="3" borderTopWidth="1px" textStyle="sm">
      <Text color="fg.muted" {...wrapsAtMarks}>
        {t('ending.signing.hotline')}
        <Text as="span" whiteSpace="nowrap">
          {footer.hotline}
        </Text>
      </Text>
      <Stack direction="row" gap="4" flexWrap="wrap">
        {links.map(
          ([url, label]) =>
            url !== null && (
              <Link key={url} href={url} target="_blank" rel="noreferrer" variant="underline">
                {label}
              </Link>
            ),
        )}
      </Stack>
    </Stack>
  )
}
