import { Box, Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { isConnectionFailure, useOnReconnect } from '#client/session/use-on-reconnect.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { EnvelopeSwitch } from './EnvelopeSwitch.tsx'

type Report = 'pdf' | 'excel' | 'record' | 'objections'
const endings: Readonly<Record<Report, string>> = {
  pdf: '.pdf',
  excel: '.xlsx',
  record: '.json',
  objections: '-objections.pdf',
}

/** The overview report as PDF and Excel, the signed record, and the objections with replies (REP-1, REP-2). */
export function ReportsPanel() {
  const { t } = useTranslation('steps')
  const state = useSession((snapshot) => snapshot.state)
  const [chosen, setChosen] = useState<EnvelopeNumber | null>(null)
  const envelope = chosen ?? state.stage.number
  const double = state.tender?.envelopes === 2
  const ended = state.endedAt !== null || (double && envelope < state.stage.number)
  return (
    <Panel
      title={t('ending.reports.title')}
      actions={double && <EnvelopeSwitch shown={envelope} state={state} onShow={setChosen} />}
    >
      <Stack gap="4">
        {!ended && <Notice tone="info">{t('ending.reports.preliminary')}</Notice>}
        <SimpleGrid columns={{ base: 1, lg: 2, '2xl': 4 }} gap="4">
          <ReportCard key={`pdf.${envelope}`} report="pdf" envelope={double ? envelope : null} />
          <ReportCard key={`excel.${envelope}`} report="excel" envelope={double ? envelope : null} />
          <ReportCard key={`record.${envelope}`} report="record" envelope={double ? envelope : null} />
          <ReportCard report="objections" envelope={null} />
        </SimpleGrid>
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

function ReportCard({ report, envelope }: { report: Report; envelope: EnvelopeNumber | null }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  useOnReconnect(() => setMessage((now) => (now?.isConnection ? null : now)))

  async function download() {
    setBusy(true)
    setMessage(null)
    const found = await fetchReport(report, session, envelope)
    setBusy(false)
    if (!found.ok) {
      const text = `${t('ending.reports.failed')}：${found.error.message}`
      return setMessage({ tone: 'error', text, isConnection: isConnectionFailure(found.error) })
    }
    const name = `${section}${envelope === null ? '' : `-${envelope}`}${endings[report]}`
    saveFile(found.value, name)
    setMessage({ tone: 'done', text: t('ending.reports.done', { name }), isConnection: false })
  }

  return (
    <Stack borderWidth="1px" rounded="md" p="4" gap="3" justify="space-between">
      <Box>
        <Text fontWeight="semibold">{t(`ending.reports.${report}`)}</Text>
        <Text color="fg.muted" textStyle="sm">
          {t(`ending.reports.${report}Help`)}
        </Text>
      </Box>
      <Button
        variant="outline"
        alignSelf="flex-start"
        aria-label={`${t('ending.reports.download')} ${t(`ending.reports.${report}`)}`}
        loading={busy}
        loadingText={t('ending.reports.working')}
        onClick={download}
      >
        <DownloadIcon />
        {t('ending.reports.download')}
      </Button>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
    </Stack>
  )
}

async function fetchReport(
  report: Report,
  session: string,
  envelope: EnvelopeNumber | null,
): Promise<Result<Blob, Failure>> {
  const query = envelope === null ? {} : { StageOrd: envelope }
  switch (report) {
    case 'pdf':
      return api('GetReportPDF', { session, query })
    case 'excel':
      return api('GetReportExcel', { session, query })
    case 'objections':
      return api('CreateObjectionAndReplyReport', { session })
    case 'record': {
      const found = await api('getOpeningRecord', { session, query })
      if (!found.ok) return err(found.error)
      return ok(new Blob([JSON.stringify(found.value, null, 2)], { type: 'application/json' }))
    }
  }
}
