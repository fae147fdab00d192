import { useState } from 'react'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import type { FailureForm } from '#domain/halting/failure.ts'
import type { Rejection } from '#domain/session/rejection.ts'

type FieldName = keyof FailureForm

/** The texts of a pause, a stop or a failure, with the section's recorder proposed, kept until they are sent; the first problem is said beside its field. */
export function useHaltingForm(act: string, problemOf: (form: FailureForm) => Rejection | null) {
  const say = useMessage()
  const recorder = useSession(({ state }) => state.persons?.recorder ?? '')
  const initial = { reason: '', recorder, agent: '' }
  const { draft, change, clear } = useDraft(`halting.${act}.${useSessionId()}`, initial)
  const [checked, setChecked] = useState(false)
  const form: FailureForm = {
    reason: (draft.reason ?? '').trim(),
    recorder: (draft.recorder ?? '').trim(),
    agent: (draft.agent ?? '').trim(),
  }
  const problem = checked ? problemOf(form) : null
  return {
    form,
    clear,
    change,
    /** What stands in a field, and its message. */
    field: (name: FieldName) => ({
      value: draft[name] ?? '',
      error: problem && placeOf(problem) === name ? say(problem) : undefined,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => change(name, target.value),
    }),
    /** Whether it can be sent; otherwise the messages are shown. */
    check(): boolean {
      setChecked(true)
      return problemOf(form) === null
    },
  }
}

function placeOf({ code }: Rejection): FieldName {
  if (code.startsWith('recorder-')) return 'recorder'
  return code.startsWith('failure-agent-') ? 'agent' : 'reason'
}
