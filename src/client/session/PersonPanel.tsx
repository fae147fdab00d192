import { Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLogin } from '#client/auth/login-store.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { people } from '#domain/preparation/person-info.ts'
import { PersonForm } from './PersonForm.tsx'
import { toastIfRefused } from './toast-if-refused.ts'

/** Who opens, announces, records and supervises: the opener enters them, everybody reads them. */
export function PersonPanel() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const send = useSend()
  const sessionId = useSessionId()
  const persons = useSession(({ state }) => state.persons)
  const ids = useSession(({ state }) => state.personIds)
  const supervisor = useSession(({ state }) => state.recordedSupervisor)
  const who = useLogin((login) => login.who)
  const locked = useSession(({ state }) => isRecordFixed(state))
  const editable = role === 'opener' && !locked

  async function save(names: NonNullable<typeof persons>, numbers: NonNullable<typeof ids>) {
    const done = await toastIfRefused(send('RecordPersonInfo', { names, ids: numbers }), {
      failed: t('common:operationFailed'),
    })
    if (done) toast.success(t('persons.submitted'))
    return done
  }

  return (
    <Panel title={t('persons.title')}>
      <Stack gap="4">
        {role === 'opener' && locked && <Notice tone="info">{t('persons.locked')}</Notice>}
        {!persons && <Notice tone={editable ? 'warning' : 'info'}>{t('persons.notRecorded')}</Notice>}
        {persons && editable && <Notice tone="done">{t('persons.recorded')}</Notice>}
        {editable ? (
          <PersonForm
            key={JSON.stringify([persons, ids, supervisor])}
            sessionId={sessionId}
            names={persons}
            ids={ids}
            supervisor={supervisor}
            opener={who?.ShowName ?? ''}
            onSubmit={save}
          />
        ) : (
          <DescriptionList
            items={people.map((person) => ({
              label: t(`persons.${person}`),
              value: persons?.[person] || (person === 'supervisor' && supervisor) || t('common.none'),
            }))}
          />
        )}
      </Stack>
    </Panel>
  )
}
