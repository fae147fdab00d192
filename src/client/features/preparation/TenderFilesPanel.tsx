import { Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { OpenInToolButton } from '#client/session/OpenInToolButton.tsx'
import { useTenderImport } from '#client/session/use-tender-import.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { flow } from '#domain/session/flow.ts'
import { importedFile } from '#domain/tender/imported-files.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import {
  type ImportedTenderFile,
  type TenderFileKind,
  tenderFileKindsOf,
} from '#domain/tender/tender-file.ts'
import type { CallName } from '#protocol/calls.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { ImportDialog } from './ImportDialog.tsx'

/** The tender files of the section; the opener imports them until the opening (TEN-5). */
export function TenderFilesPanel() {
  const { t } = useTranslation('preparation')
  const say = useMessage()
  const role = useRole()
  const isOpener = role === 'opener'
  const state = useSession((snapshot) => snapshot.state)
  const taken = useTenderImport()
  const [importing, setImporting] = useState<TenderFileKind | null>(null)
  const { tender } = state
  if (!tender) return null
  // A lot that failed in step 1 takes no more files, though its opening has not begun.
  const hasBegun = state.flow >= flow.opening
  const kinds = tenderFileKindsOf(tender.projectKind)
  // A bidder is told when a sealed file can be seen.
  const isWatching = !isOpener && role !== 'bidder'
  if (isWatching && kinds.every((kind) => !importedFile(state, kind))) {
    return (
      <Panel title={t('files.title')}>
        <Text color="fg.muted">{t(taken === 'awaited' ? 'files.noneYet' : 'files.none')}</Text>
      </Panel>
    )
  }
  return (
    <Panel title={t('files.title')}>
      <Stack gap="4">
        {isOpener && taken === 'over' && hasBegun && (
          <Notice tone="info">{say({ code: 'tender-locked' })}</Notice>
        )}
        <chakra.ul listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
          {kinds.map((kind) => (
            <FileRow
              key={kind}
              kind={kind}
              file={importedFile(state, kind)}
              onImport={taken === 'own' ? () => setImporting(kind) : null}
            />
          ))}
        </chakra.ul>
      </Stack>
      {importing && <ImportDialog kind={importing} onClose={() => setImporting(null)} />}
    </Panel>
  )
}

interface FileRowProps {
  readonly kind: TenderFileKind
  readonly file: ImportedTenderFile | null
  /** Null when the viewer cannot import, or no longer. */
  readonly onImport: (() => void) | null
}

function FileRow({ kind, file, onImport }: FileRowProps) {
  const { t } = useTranslation('preparation')
  const name = t(`files.kind.${kind}`)
  const isSealed = useIsSealed(kind)
  // A file that is kept without being read names no price.
  const typed = useSession(({ state }) => state.controlPrice?.typed ?? false)
  const isRequired = useSession(({ state }) => state.tender?.requiredTenderFiles?.includes(kind) ?? false)
  const isDue = isRequired && onImport !== null
  const isReplaced = kind === 'control-price' && typed && file?.isRead
  return (
    <chakra.li borderTopWidth="1px" pt="4" _first={{ borderTopWidth: 0, pt: 0 }}>
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Stack gap="1" flex="1 1 16rem" minW="0">
          <Flex align="center" gap="3" wrap="wrap">
            <Heading as="h3" size="sm">
              {name}
            </Heading>
            <StatusBadge tone={file ? 'done' : isDue ? 'warning' : 'neutral'}>
              {t(`files.${file ? 'imported' : isSealed ? 'notDisclosed' : isDue ? 'due' : 'notImported'}`)}
            </StatusBadge>
          </Flex>
          {isReplaced && <StatusBadge tone="warning">{t('files.priceReplaced')}</StatusBadge>}
          {file ? <FileFacts file={file} /> : <Missing kind={kind} isSealed={isSealed} />}
        </Stack>
        <Flex gap="2" wrap="wrap" data-no-print>
          {file && <Download kind={kind} file={file} />}
          {onImport && (
            <ActButton
              size="sm"
              variant="outline"
              aria-label={t(file ? 'files.againOf' : 'files.importOf', { kind: name })}
              onClick={onImport}
            >
              {t(file ? 'files.again' : 'files.import')}
            </ActButton>
          )}
        </Flex>
      </Flex>
    </chakra.li>
  )
}

interface MissingProps {
  readonly kind: TenderFileKind
  /** The viewer could not see it yet. */
  readonly isSealed: boolean
}

/** The text for a file that is not there: when it becomes visible, or who imports it. */
function Missing({ kind, isSealed }: MissingProps) {
  const say = useMessage()
  const missing = useMissingText()
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const taken = useTenderImport()
  const sealed = encrypted ? 'control-price-sealed' : 'control-price-sealed-plain'
  if (isSealed) return <Text color="fg.muted">{say({ code: sealed })}</Text>
  return taken === 'over' ? null : <Text color="fg.muted">{missing(kind)}</Text>
}

const missingCodes = {
  technical: 'tender-file-missing',
  commercial: 'commercial-file-missing',
  'control-price': 'control-price-file-missing',
} as const satisfies Record<TenderFileKind, MessageCode>

/** The text for a file that is not there, by who imports it. */
export function useMissingText(): (kind: TenderFileKind) => string {
  const { t } = useTranslation('preparation')
  const say = useMessage()
  const taken = useTenderImport()
  return (kind) => {
    if (taken === 'own') return say({ code: missingCodes[kind] })
    return t(`files.${taken === 'awaited' ? 'awaited' : 'never'}.${kind}`)
  }
}

/** Whether the viewer could not see a file of this kind yet. */
function useIsSealed(kind: TenderFileKind): boolean {
  const isBidder = useRole() === 'bidder'
  const isOpen = useSession(({ state }) => state.status === 'not-opened')
  return kind === 'control-price' && isBidder && isOpen
}

function FileFacts({
  file: { fileName, size, sha256, at, isRead, attachments },
}: {
  file: ImportedTenderFile
}) {
  const { t } = useTranslation('preparation')
  return (
    <>
      <Text>
        {fileName}{' '}
        <chakra.span color="fg.muted" textStyle="sm" whiteSpace="nowrap">
          {fileSizeText(size)}
        </chakra.span>
      </Text>
      <Text color="fg.muted" textStyle="sm">
        <Timestamp at={at} />
        {!isRead && ` · ${t('files.keptAsIs')}`}
      </Text>
      {attachments.length > 0 && (
        <chakra.details textStyle="sm">
          <chakra.summary cursor="pointer" color="fg.muted">
            {t('files.attachments', { count: attachments.length })}
          </chakra.summary>
          <chakra.ul aria-label={t('files.attachmentList')} ps="5" mt="1">
            {attachments.map((attachment) => (
              <li key={attachment.name}>
                {attachment.name} <chakra.span color="fg.muted">{fileSizeText(attachment.size)}</chakra.span>
              </li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
      <Text color="fg.muted" textStyle="xs">
        {t('files.hash')} <chakra.span fontFamily="mono">{sha256}</chakra.span>
      </Text>
    </>
  )
}

/** The calls that return the address of a file. */
const addresses = {
  technical: 'getZbjUrl',
  commercial: 'getZbsUrl',
  'control-price': 'getBdUrl',
} as const satisfies Record<TenderFileKind, CallName>

function Download({ kind, file }: { kind: TenderFileKind; file: ImportedTenderFile }) {
  const { t } = useTranslation('preparation')
  const session = useSessionId()
  const { busy, download } = useDownload()
  const { fileId, fileName } = file
  const label = t('files.downloadOf', { kind: t(`files.kind.${kind}`) })

  return (
    <>
      <OpenInToolButton fileName={fileName} address={() => api(addresses[kind], { session })} />
      <Button
        size="sm"
        variant="outline"
        loading={busy}
        aria-label={label}
        onClick={() => download(() => api('getTenderFile', { query: { fileId }, session }), fileName)}
      >
        <DownloadIcon />
        {t('files.download')}
      </Button>
    </>
  )
}
