import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import type { FiledDocument } from '#domain/documents/document.ts'
import { documentFileName } from '#protocol/document-names.ts'
import { reasonTexts } from '#protocol/messages/document-reasons.ts'
import { printFile } from './print-file.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useDocumentName, useOfferedDocuments } from './use-documents.ts'

/** Every version of the section's documents that the viewer may download, the newest first (REP-5). */
export function DocumentList() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const shown = useOfferedDocuments()
  return (
    <Stack gap="3">
      <Text fontWeight="semibold">{t('ending.documents.list')}</Text>
      {shown.length === 0 && <Text color="fg.muted">{t('ending.documents.listEmpty')}</Text>}
      <Stack as="ul" gap="0" listStyleType="none" borderTopWidth={shown.length > 0 ? '1px' : '0'}>
        {shown.map((one) => (
          <DocumentRow key={one.documentId} document={one} isOpener={role === 'opener'} />
        ))}
      </Stack>
    </Stack>
  )
}

function DocumentRow({ document, isOpener }: { document: FiledDocument; isOpener: boolean }) {
  const { t, i18n } = useTranslation('steps')
  const time = useTimeFormat()
  const name = useDocumentName(document)
  const { version, at, by, sha256, size, withdrawn, basis } = document
  const reason = reasonTexts(document.reason)[i18n.language === 'en' ? 1 : 0]
  return (
    <Flex as="li" gap="3" py="3" borderBottomWidth="1px" wrap="wrap" justify="space-between">
      <Box minW="0" flex="1 1 18rem">
        {/* No fading: half-transparent text lacks contrast. */}
        <Text
          fontWeight="medium"
          color={withdrawn ? 'fg.muted' : undefined}
          textDecoration={withdrawn ? 'line-through' : undefined}
        >
          {name} · {t('ending.documents.version', { version })}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          <Timestamp at={at} /> · {by || t('ending.documents.system')} ·{' '}
          {reason || t('ending.documents.first')} · {fileSizeText(size)} ·{' '}
          {t('ending.documents.basis', { seq: basis })}
        </Text>
        <Text textStyle="xs" color="fg.muted" fontFamily="mono" wordBreak="break-all">
          {t('ending.documents.hash', { hash: sha256 })}
        </Text>
        {withdrawn && (
          <Text textStyle="sm" color="fg.warning">
            <WholeTimes
              text={t('ending.documents.withdrawn', {
                ...{ by: withdrawn.by, time: time.second(withdrawn.at), reason: withdrawn.reason },
              })}
            />
          </Text>
        )}
      </Box>
      <DocumentActions document={document} name={name} isOpener={isOpener} />
    </Flex>
  )
}

interface ActionsProps {
  readonly document: FiledDocument
  readonly name: string
  readonly isOpener: boolean
}

/** Download for everybody; printing and taking out of the list are the opener's alone. */
function DocumentActions({ document, name, isOpener }: ActionsProps) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const send = useSend()
  const tender = useSession(({ state }) => state.tender)
  const { busy, download } = useDownload()
  const [asking, setAsking] = useState(false)
  const { documentId, version, format, kind, withdrawn } = document
  const load = () => api('getReportFile', { session, query: { fileId: documentId } })
  const labelled = (act: string) => `${act} ${name} ${t('ending.documents.version', { version })}`

  async function print() {
    const found = await load()
    if (!found.ok) return toast.error(found.error.message, found.error.code)
    if (!printFile(found.value)) toast.error(t('ending.documents.printBlocked'))
  }

  return (
    // Rows with fewer buttons keep them below those of the others.
    <Flex gap="2" align="flex-start" wrap="wrap" minW={{ md: isOpener ? '16rem' : '0' }} data-no-print>
      <Button
        size="sm"
        variant="outline"
        loading={busy}
        aria-label={labelled(t('ending.reports.download'))}
        onClick={() => download(load, documentFileName(tender, document, version))}
      >
        <DownloadIcon />
        {t('ending.reports.download')}
      </Button>
      {isOpener && format === 'pdf' && (
        <Button
          size="sm"
          variant="outline"
          aria-label={labelled(t('ending.documents.print'))}
          onClick={print}
        >
          {t('ending.documents.print')}
        </Button>
      )}
      {isOpener && !withdrawn && kind !== 'opening-record' && kind !== 'sealed-record' && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={labelled(t('ending.documents.withdraw'))}
          onClick={() => setAsking(true)}
        >
          {t('ending.documents.withdraw')}
        </Button>
      )}
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ending.documents.withdrawTitle', { name })}
        body={t('ending.documents.withdrawBody')}
        confirmLabel={t('ending.documents.withdraw')}
        missing="withdrawal-reason-missing"
        onConfirm={(reason) =>
          toastIfRefused(send('WithdrawDocument', { documentId, reason }), {
            failed: t('common:operationFailed'),
          })
        }
      />
    </Flex>
  )
}
