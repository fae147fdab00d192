import { Stack } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogin } from '#client/auth/login-store.ts'
import { api } from '#client/net/api.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useAnswer } from '#client/ui/use-answer.ts'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { type PersonNames, people, type TypedIds } from '#domain/preparation/person-info.ts'
import { isTerminated } from '#domain/session/lot.ts'
import { ok } from '#lib/result.ts'
import { PersonForm } from './PersonForm.tsx'
import { toastIfRefused } from './toast-if-refused.ts'

/** Who opens, announces, records and supervises: the opener enters them while the section can go on, everybody reads them. */
export function PersonPanel() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const send = useSend()
  const sessionId = useSessionId()
  const persons = useSession(({ state }) => state.persons)
  const supervisor = useSession(({ state }) => state.recordedSupervisor)
  const who = useLogin((login) => login.who)
  const locked = useSession(({ state }) => isRecordFixed(state))
  const terminated = useSession(({ state }) => isTerminated(state.lot))
  const editable = role === 'opener' && !locked && !terminated
  const masked = useMaskedIds(sessionId, editable ? persons : null)

  async function save(names: PersonNames, ids: TypedIds) {
    const done = await toastIfRefused(send('RecordPersonInfo', { names, ids }), {
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
            key={JSON.stringify([persons, supervisor])}
            sessionId={sessionId}
            names={persons}
            masked={masked}
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

/** The saved identity numbers with stars, read again after each change of the people; null until they are known. */
function useMaskedIds(session: string, persons: PersonNames | null): PersonNames | null {
  const { value } = useAnswer(
    useCallback(
      async (signal: AbortSignal) =>
        persons === null ? ok(null) : api('getBidOpeningPersonInfo', { session, signal }),
      [session, persons],
    ),
  )
  if (!value) return null
  const { kbrsfz, cbrsfz, jlrsfz, jbrsfz } = value
  return { opener: kbrsfz, announcer: cbrsfz, recorder: jlrsfz, supervisor: jbrsfz }
}
