import { Box, Button, Checkbox, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { useSentences } from '#client/ui/use-sentences.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { SealedBid } from '#seal/seal-bid.ts'
import { submitBid } from './submit-bid.ts'
import type { SealingInfo } from './use-sealing-info.ts'

interface FileKeyPanelProps {
  readonly info: SealingInfo
  readonly kind: BidFileKind
  readonly sealed: SealedBid
  readonly onBack: () => void
  readonly onSubmitted: () => void
}

/** Shows the file key, only this once, then submits the bid; without bid encryption there is no file key. */
export function FileKeyPanel({ info, kind, sealed, onBack, onSubmitted }: FileKeyPanelProps) {
  const { t } = useTranslation('sealing')
  const sentences = useSentences()
  const [kept, setKept] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useLeaveWarning()
  const { fileKey } = sealed

  async function submit() {
    setProblem(null)
    setSent(0)
    const received = await submitBid(info.bdGuid, sealed, setSent)
    setSent(null)
    if (received.ok) onSubmitted()
    else setProblem(received.error.message)
  }

  /** Saves the bidder's own copy, in case the stored one is damaged. */
  function save() {
    const name = `${info.bdbh}-${info.EntprsCode}-${kind}.kbid`
    saveFile(new Blob([sealed.ciphertext as Uint8Array<ArrayBuffer>]), name)
  }

  return (
    <Panel
      title={t(fileKey === null ? 'plainTitle' : 'keyTitle')}
      actions={
        fileKey !== null && (
          <Button variant="outline" onClick={() => window.print()}>
            {t('print')}
          </Button>
        )
      }
    >
      <Stack gap="5">
        {fileKey === null ? (
          <Notice tone="info">{t('plainMeaning')}</Notice>
        ) : (
          <>
            <Notice tone="warning" title={t('keyOnce')}>
              {t('keyMeaning')}
            </Notice>
            <KeySheet info={info} kind={kind} fileKey={fileKey} size={sealed.ciphertext.length} />
          </>
        )}
        <Stack gap="4" data-no-print>
          {fileKey !== null && (
            <Checkbox.Root checked={kept} onCheckedChange={({ checked }) => setKept(checked === true)}>
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{t('kept')}</Checkbox.Label>
            </Checkbox.Root>
          )}
          {problem && (
            <Notice tone="error" title={t('submitFailed')}>
              {sentences(problem, t('submitAgain'))}
            </Notice>
          )}
          {sent !== null && (
            <Progress
              label={t('uploading')}
              done={sent}
              total={sealed.ciphertext.length}
              says={t('common:progressCount', {
                done: fileSizeText(sent),
                total: fileSizeText(sealed.ciphertext.length),
              })}
            />
          )}
          <Flex gap="3" wrap="wrap">
            <Button
              size="lg"
              disabled={fileKey !== null && !kept}
              loading={sent !== null}
              loadingText={t('uploading')}
              onClick={submit}
            >
              {t('submit')}
            </Button>
            <Button size="lg" variant="outline" onClick={save}>
              {t('saveSealed')}
            </Button>
            <Button size="lg" variant="outline" disabled={sent !== null} onClick={onBack}>
              {t('changeBid')}
            </Button>
          </Flex>
          <Text textStyle="sm" color="fg.muted">
            {t('saveSealedMeaning')}
          </Text>
        </Stack>
      </Stack>
    </Panel>
  )
}

interface KeySheetProps {
  readonly info: SealingInfo
  readonly kind: BidFileKind
  readonly fileKey: string
  /** Size of the sealed file in bytes. */
  readonly size: number
}

/** The sheet to print: the key in groups of four, and as a QR code. */
function KeySheet({ info, kind, fileKey, size }: KeySheetProps) {
  const { t } = useTranslation('sealing')
  return (
    <Stack gap="4" borderWidth="1px" rounded="md" p="4">
      <DescriptionList
        items={[
          { label: t('sectionName'), value: `${info.bdmc} (${info.bdbh})` },
          { label: t('bidder'), value: info.EntprsName },
          ...(info.bidFiles.length > 1 ? [{ label: t('bidFile'), value: t(`steps:file.kind.${kind}`) }] : []),
          { label: t('sealedSize'), value: fileSizeText(size) },
        ]}
      />
      <Flex gap="6" wrap="wrap" align="center">
        <Box bg="white" p="3" rounded="md">
          <QRCodeSVG value={fileKey} size={168} role="img" title={t('keyCode')} />
        </Box>
        <Box flex="1 1 20rem" minW="0">
          <Text textStyle="sm" color="fg.muted" mb="2">
            {t('fileKey')}
          </Text>
          <SimpleGrid
            columns={{ base: 3, sm: 5 }}
            gap="2"
            fontFamily="mono"
            textStyle={{ base: 'lg', md: 'xl' }}
            fontWeight="semibold"
            role="group"
            aria-label={fileKey}
          >
            {fileKey.split('-').map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change places
              <span key={index}>{group}</span>
            ))}
          </SimpleGrid>
        </Box>
      </Flex>
    </Stack>
  )
}

/** Warns before a reload, which would lose the sealed file and its key. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
