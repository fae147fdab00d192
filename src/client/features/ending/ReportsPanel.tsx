import { Box, Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useMayExport } from '#client/session/use-may-export.ts'
import { isConnectionFailure, useOnReconnect } from '#client/session/use-on-reconnect.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { DownloadIcon, FileIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import { isRecordWithheld } from '#domain/evaluation/overview-later.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok } from '#lib/result.ts'
import { recordFileName } from '#protocol/document-names.ts'
import { DocumentList } from './DocumentList.tsx'
import { EnvelopeSwitch } from './EnvelopeSwitch.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ResultDelivery } from './ResultDelivery.tsx'
import { type Downloaded, useOverviewFiles } from './use-overview-files.ts'

type Report = 'pdf' | 'excel' | 'record' | 'objections'

/**
 * The overview report as PDF and Excel, the signed record, and the objections with replies (REP-1, REP-2); below them all
 * versions that were made (REP-5).
 */
export function ReportsPanel() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const state = useSession((snapshot) => snapshot.state)
  const [chosen, setChosen] = useState<EnvelopeNumber | null>(null)
  const envelope = chosen ?? state.stage.number
  const role = useRole()
  const variant = useVariant()
  const problem = downloadProblem(state, role, { kind: 'overview', envelope }, variant)
  const isRecordLater = isRecordWithheld(state, role, envelope, variant.laterSteps)
  // Others who are offered no filed version get one of their own.
  const hasOverview = role !== 'bidder' || problem === null
  const reports = useMayExport() ? (['pdf', 'excel'] as const) : (['pdf'] as const)
  const double = state.tender?.envelopes === 2
  const ended = state.endedAt !== null || (double && envelope < state.stage.number)
  return (
    <Panel
      title={t('ending.reports.title')}
      tour="documents"
      actions={double && <EnvelopeSwitch shown={envelope} state={state} onShow={setChosen} />}
    >
      <Stack gap="4">
        {!ended && <Notice tone="info">{t('ending.reports.preliminary')}</Notice>}
        {problem === 'overview-later' && (
          <Notice tone="info" title={t('announcement.overview')}>
            {say({ code: problem })}
          </Notice>
        )}
        <SimpleGrid columns={{ base: 1, lg: 2, '2xl': 4 }} gap="4" data-no-print>
          {hasOverview &&
            reports.map((report) => (
              <ReportCard
                key={`${report}.${envelope}`}
                report={report}
                envelope={double ? envelope : null}
                isOwn={problem !== null}
              />
            ))}
          {!isRecordLater && (
            <ReportCard key={`record.${envelope}`} report="record" envelope={double ? envelope : null} />
          )}
          <ReportCard report="objections" envelope={null} />
        </SimpleGrid>
        <DocumentList />
        {role === 'opener' && <ResultDelivery />}
      </Stack>
    </Panel>
  )
}

interface Message {
  readonly tone: 'done' | 'error'
  readonly text: string
  /** Caused by the connection; the message is removed on reconnection. */
  readonly isConnection: boolean
}

interface ReportCardProps {
  readonly report: Report
  readonly envelope: EnvelopeNumber | null
  /** The overview is made for the viewer, who is offered no filed version. */
  readonly isOwn?: boolean
}

function ReportCard({ report, envelope, isOwn = false }: ReportCardProps) {
  const { t, i18n } = useTranslation('steps')
  const session = useSessionId()
  const files = useOverviewFiles(report, envelope, !isOwn)
  const tender = useSession(({ state }) => state.tender)
  const { busy, message, save } = useSaving()
  const title = t(`ending.reports.${report}`)
  const names = {
    record: recordFileName(tender, envelope ?? 1, i18n.language === 'en' ? 'en' : 'zh-CN', 'record'),
    objections: `${tender?.sectionCode ?? ''}-${t('objections:reportName')}.pdf`,
  }
  const load = () => (files ? files.load() : fetchReport(report, session, envelope, names))
  const make = async (reason: string) => files !== null && save(files.make(reason))
  const isFirst = files?.canMake === true && files.current === null
  const label = t(isFirst ? 'ending.documents.make' : 'ending.reports.download')
  return (
    <Stack borderWidth="1px" rounded="md" p="4" gap="3" justify="space-between">
      <Box>
        <Text fontWeight="semibold">{title}</Text>
        <Text color="fg.muted" textStyle="sm">
          {t(`ending.reports.${report}Help`)}
        </Text>
        {files && !files.canMake && !files.current && (
          <StatusBadge tone="warning">
            {t(isOwn ? 'ending.documents.extract' : 'ending.documents.preliminaryOf')}
          </StatusBadge>
        )}
        {files?.current && (
          <Text color="fg.muted" textStyle="sm">
            {t('ending.documents.version', { version: files.current.version })} ·{' '}
            {t('ending.documents.basis', { seq: files.current.basis })}
            {!files.isInLanguage && ` · ${t('ending.documents.otherLanguage')}`}
            {files.isOfBeforeEnd && ` · ${t('ending.documents.beforeEnd')}`}
          </Text>
        )}
      </Box>
      <Flex gap="2" wrap="wrap">
        <Button
          variant="outline"
          aria-label={`${label} ${title}`}
          loading={busy}
          loadingText={t('ending.reports.working')}
          onClick={() => (isFirst ? make('') : save(load()))}
        >
          <DownloadIcon />
          {label}
        </Button>
        {files?.canMake && files.current && (
          <MakeButton title={title} isFirst={!files.isInLanguage} busy={busy} onMake={make} />
        )}
      </Flex>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
    </Stack>
  )
}

interface MakeButtonProps {
  readonly title: string
  /** There is no version in the page's language yet, so that none needs a reason. */
  readonly isFirst: boolean
  readonly busy: boolean
  readonly onMake: (reason: string) => Promise<boolean>
}

/** The opener makes the overview in the page's language, and again with a reason. */
function MakeButton({ title, isFirst, busy, onMake }: MakeButtonProps) {
  const { t } = useTranslation('steps')
  const [asking, setAsking] = useState(false)
  const label = t(isFirst ? 'ending.documents.makeHere' : 'ending.documents.again')
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`${label} ${title}`}
        disabled={busy}
        onClick={() => (isFirst ? void onMake('') : setAsking(true))}
      >
        {isFirst ? <FileIcon /> : <RefreshIcon />}
        {label}
      </Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ending.documents.againTitle', { name: title })}
        body={t('ending.documents.againBody')}
        confirmLabel={t('ending.documents.again')}
        missing="regeneration-reason-missing"
        onConfirm={onMake}
      />
    </>
  )
}

/** Saves what is loaded, one at a time, and says what became of it. */
function useSaving() {
  const { t } = useTranslation('steps')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  useOnReconnect(() => setMessage((now) => (now?.isConnection ? null : now)))

  /** Resolves to false where it failed. */
  async function save(loading: Promise<Downloaded>): Promise<boolean> {
    setBusy(true)
    setMessage(null)
    const found = await loading
    setBusy(false)
    if (!found.ok) {
      const text = t('ending.reports.failed', { problem: found.error.message })
      setMessage({ tone: 'error', text, isConnection: isConnectionFailure(found.error) })
      return false
    }
    const { content, name } = found.value
    saveFile(content, name)
    setMessage({ tone: 'done', text: t('ending.reports.done', { name }), isConnection: false })
    return true
  }

  return { busy, message, save }
}

async function fetchReport(
  report: Report,
  session: string,
  envelope: EnvelopeNumber | null,
  names: { readonly record: string; readonly objections: string },
): Promise<Downloaded> {
  if (report === 'objections') {
    const found = await api('CreateObjectionAndReplyReport', { session })
    return found.ok ? ok({ content: found.value, name: names.objections }) : found
  }
  const query = envelope === null ? {} : { StageOrd: envelope }
  const found = await api('getOpeningRecord', { session, query })
  if (!found.ok) return found
  const content = new Blob([JSON.stringify(found.value, null, 2)], { type: 'application/json' })
  return ok({ content, name: names.record })
}
