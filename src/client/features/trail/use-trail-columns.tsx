import { Box, Code, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { type DocumentKind, documentKinds } from '#domain/documents/document.ts'
import { type Exported, type ExportedKind, exportedIn } from '#domain/trail/exported.ts'
import { type TrailKind, unknownAccount } from '#domain/trail/trail-line.ts'
import type { ShownTrailLine } from '#protocol/calls/trail.ts'
import { documentNames } from '#protocol/document-names.ts'
import { plainMessage } from '#protocol/messages/catalogue.ts'

const tones: Readonly<Record<TrailKind, Tone>> = {
  login: 'done',
  'login-refused': 'failed',
  logout: 'neutral',
  revoked: 'warning',
  'account-changed': 'info',
  'setting-changed': 'info',
  export: 'info',
  'command-refused': 'failed',
  'read-refused': 'failed',
  'upload-refused': 'failed',
  alarm: 'failed',
  limit: 'warning',
  'only-counted': 'warning',
}

/** The columns of the trail's table. */
export function useTrailColumns(): readonly DataColumn<ShownTrailLine>[] {
  const { t } = useTranslation('trail')
  const format = useTimeFormat()
  return useMemo(
    () => [
      {
        key: 'at',
        header: t('columnTime'),
        width: '11rem',
        leastWidth: '9.5rem',
        isRowHeader: true,
        cell: ({ at }) => format.second(at),
      },
      {
        key: 'kind',
        header: t('columnKind'),
        width: '10rem',
        cell: ({ kind }) => (
          <StatusBadge tone={tones[kind]} brief>
            {t(`kind_${kind}`)}
          </StatusBadge>
        ),
      },
      { key: 'who', header: t('columnWho'), leastWidth: '13rem', cell: (line) => <Person line={line} /> },
      {
        key: 'section',
        header: t('columnSection'),
        leastWidth: '10rem',
        cell: (line) => line.section && <Section line={line} />,
      },
      {
        key: 'what',
        header: t('columnWhat'),
        leastWidth: '8rem',
        cell: ({ what }) => what && <What name={what} />,
      },
      {
        key: 'why',
        header: t('columnWhy'),
        leastWidth: '10rem',
        cell: (line) => (line.code || line.detail) && <Why line={line} />,
      },
      { key: 'from', header: t('columnFrom'), leastWidth: '9rem', cell: (line) => <From line={line} /> },
      { key: 'count', header: t('columnCount'), align: 'end', width: '5rem', cell: ({ count }) => count },
    ],
    [t, format],
  )
}

interface CellProps {
  readonly line: ShownTrailLine
}

function Person({ line: { account, role, unit } }: CellProps) {
  const { t } = useTranslation('trail')
  const isUnknown = account === unknownAccount && role === null
  const parts = [role && t(`role_${role}`), unit !== account && unit].filter(Boolean)
  return (
    <Box overflowWrap="anywhere">
      {isUnknown ? t('unknown') : account}
      <Small>{parts.join(' · ')}</Small>
    </Box>
  )
}

/** In words where the call has some, and its name for the help desk. */
function What({ name }: { readonly name: string }) {
  const { t, i18n } = useTranslation('trail')
  if (!i18n.exists(`trail:what_${name}`)) return <Code>{name}</Code>
  return (
    <Box overflowWrap="anywhere">
      {t(`what_${name}` as 'what_getOauth1')}
      <Small>{name}</Small>
    </Box>
  )
}

function Section({ line: { section, sectionCode, sectionName } }: CellProps) {
  return (
    <Box overflowWrap="anywhere" textWrap="balance">
      {sectionName ?? section}
      <Small>{sectionCode}</Small>
    </Box>
  )
}

/** In words where a code has some that need nothing else, and the code for the help desk. */
function Why({ line: { kind, code, detail } }: CellProps) {
  const { t, i18n } = useTranslation('trail')
  const words =
    code === 'refresh-token-reused'
      ? t(`code_${code}`)
      : plainMessage(i18n.language === 'en' ? 'en' : 'zh-CN', code)
  const exported = kind === 'export' ? exportedIn(detail) : null
  return (
    <Box overflowWrap="anywhere">
      {words}
      {code && <Small>{code}</Small>}
      {exported ? <Taken exported={exported} /> : detail}
    </Box>
  )
}

const formats = { pdf: 'PDF', xlsx: 'Excel', json: 'JSON', jsonl: 'JSON Lines' }

function isDocument(kind: ExportedKind): kind is DocumentKind {
  return documentKinds.some((one) => one === kind)
}

/** What was taken: `Bid opening overview · second envelope · version 2 · Chinese · PDF`. */
function Taken({ exported }: { readonly exported: Exported }) {
  const { t, i18n } = useTranslation('trail')
  const { kind, envelope, version, language, format } = exported
  const names = documentNames[i18n.language === 'en' ? 'en' : 'zh-CN']
  const parts = [
    isDocument(kind) ? names[kind] : t(`taken_${kind}`),
    envelope && t(`taken_envelope_${envelope}`),
    version === 'preliminary' ? t('taken_preliminary') : version && t('taken_version', { version }),
    language && t(`taken_language_${language}`),
    format && formats[format],
  ]
  return parts.filter(Boolean).join(' · ')
}

function From({ line: { address, agent } }: CellProps) {
  return (
    <Box overflowWrap="anywhere">
      {address}
      <Small>{agent}</Small>
    </Box>
  )
}

function Small({ children }: { readonly children: string | null }) {
  if (!children) return null
  return (
    <Text textStyle="xs" color="fg.muted" lineClamp="2" title={children}>
      {children}
    </Text>
  )
}
