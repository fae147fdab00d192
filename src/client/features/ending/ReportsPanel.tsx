import { Box, Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { saveFile } from '#client/ui/session/save-file.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

type Report = 'pdf' | 'excel' | 'record'
const endings: Readonly<Record<Report, string>> = { pdf: 'pdf', excel: 'xlsx', record: 'json' }

/** The overview report as PDF and Excel, and the signed record itself (E12). */
export function ReportsPanel() {
  const { t } = useTranslation('steps')
  const ended = useSession(({ state }) => state.endedAt !== null)
  return (
    <Panel title={t('ending.reports.title')}>
      <Stack gap="4">
        {!ended && <Notice tone="info">{t('ending.reports.preliminary')}</Notice>}
        <SimpleGrid columns={{ base: 1, lg: 3 }} gap="4">
          <ReportCard report="pdf" />
          <ReportCard report="excel" />
          <ReportCard report="record" />
        </SimpleGrid>
      </Stack>
    </Panel>
  )
}

function ReportCard({ report }: { report: Report }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ readonly tone: 'done' | 'error'; readonly text: string } | null>(null)

  async function download() {
    setBusy(true)
    setSaid(null)
    const found = await fetchReport(report, session)
    setBusy(false)
    if (!found.ok)
      return setSaid({ tone: 'error', text: `${t('ending.reports.failed')}：${found.error.message}` })
    const name = `${section}.${endings[report]}`
    saveFile(found.value, name)
    setSaid({ tone: 'done', text: t('ending.reports.done', { name }) })
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
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
    </Stack>
  )
}

async function fetchReport(report: Report, session: string): Promise<Result<Blob, Failure>> {
  switch (report) {
    case 'pdf':
      return api('GetReportPDF', { session })
    case 'excel':
      return api('GetReportExcel', { session })
    case 'record': {
      const found = await api('getOpeningRecord', { session })
      if (!found.ok) return err(found.error)
      return ok(new Blob([JSON.stringify(found.value, null, 2)], { type: 'application/json' }))
    }
  }
}
