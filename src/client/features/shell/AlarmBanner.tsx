import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { isoTime } from '#lib/time.ts'
import type { Head } from '#streams/seen-log.ts'

/** A red bar that stays: the server contradicts what this page has seen. Its two heads can be saved (ALM-6). */
export function AlarmBanner() {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const alarm = useSession((snapshot) => snapshot.alarm)
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  if (alarm === null) return null
  const { reason, seen, shown } = alarm
  const seq = reason === 'broken' ? shown.seq : seen.seq

  function save(): void {
    const evidence = {
      form: 'kaibiao-evidence/1',
      session,
      savedAt: isoTime(Date.now()),
      reason,
      seen,
      shown,
    }
    const file = new Blob([`${JSON.stringify(evidence, null, 1)}\n`], { type: 'application/json' })
    saveFile(file, `${section}-${t('alarmFile')}.json`)
  }

  return (
    <Box as="section" aria-label={t('alarmTitle')} bg="seal.solid" color="seal.contrast" data-no-print>
      <Flex maxW="120rem" mx="auto" px={{ base: '4', md: '6' }} py="2" align="center" gap="3" flexWrap="wrap">
        <WarningIcon flexShrink={0} />
        <Box role="alert" minW="0" flex="1">
          <chakra.strong>{t(`alarm_${reason}`, { seq })}</chakra.strong> {t('alarmAdvice')}
          <chakra.code display="block" fontSize="xs" overflowWrap="anywhere" bg="transparent" color="inherit">
            {headText(seen)} ≠ {headText(shown)}
          </chakra.code>
        </Box>
        <Button size="xs" variant="outline" color="inherit" borderColor="currentcolor" onClick={save}>
          {t('alarmSave')}
        </Button>
      </Flex>
    </Box>
  )
}

function headText({ seq, hash }: Head): string {
  return `${seq}: ${hash ?? '—'}`
}
