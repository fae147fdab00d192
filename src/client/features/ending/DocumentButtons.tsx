import { Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { isOfBeforeEnd } from '#domain/documents/before-end.ts'
import { currentDocument, type DocumentKind, type FiledDocument } from '#domain/documents/document.ts'
import { documentFileName } from '#protocol/document-names.ts'
import { useDocumentName, useOfferedDocuments } from './use-documents.ts'

/** What an opening is for stands first: the sealed record, then the record as it was signed. */
const firstKinds: readonly DocumentKind[] = ['opening-record', 'sealed-record']

/** The current versions of the documents that the viewer may have. */
export function DocumentButtons() {
  const { t } = useTranslation('steps')
  const documents = useSession(({ state }) => state.documents)
  const current = useOfferedDocuments()
    .filter((one) => currentDocument({ documents }, one) === one)
    .toSorted((one, other) => firstKinds.indexOf(other.kind) - firstKinds.indexOf(one.kind))
  return (
    <div data-no-print>
      <Text fontWeight="semibold" mb="2">
        {t('ending.summary.documents')}
      </Text>
      {current.length === 0 && <Text color="fg.muted">{t('ending.documents.listEmpty')}</Text>}
      <Flex gap="2" wrap="wrap">
        {current.map((one) => (
          <DocumentButton key={one.documentId} document={one} />
        ))}
      </Flex>
    </div>
  )
}

function DocumentButton({ document }: { document: FiledDocument }) {
  const { t } = useTranslation('steps')
  const isOld = useSession(({ state }) => isOfBeforeEnd(state, document))
  const name = useDocumentName(document)
  const session = useSessionId()
  const tender = useSession(({ state }) => state.tender)
  const { busy, download } = useDownload()
  const { documentId, version } = document
  const load = () => api('getReportFile', { session, query: { fileId: documentId } })
  return (
    <Button
      size="sm"
      variant="outline"
      h="auto"
      minH={{ base: '11', md: '9' }}
      py="1.5"
      // A long name wraps on a phone.
      maxW="full"
      flexShrink="1"
      whiteSpace="normal"
      textAlign="start"
      loading={busy}
      onClick={() => download(load, documentFileName(tender, document, version))}
    >
      <DownloadIcon />
      {isOld ? `${name} · ${t('ending.documents.beforeEnd')}` : name}
    </Button>
  )
}
