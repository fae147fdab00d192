import { Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { typedMinutes } from '#client/session/typed-minutes.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { isWindowLength } from '#domain/session/window.ts'

interface WindowCommandProps {
  /** Under which the typed minutes are kept. */
  readonly name: string
  readonly label: string
  readonly limitLabel: string
  readonly defaultMinutes: number
  readonly body: (minutes: number) => string
  readonly disabled?: boolean
  readonly onIssue: (minutes: number) => Promise<boolean>
}

/** Gives others a time to act in: minutes, the act, and its dialog. */
export function WindowCommand(props: WindowCommandProps) {
  const { name, label, limitLabel, defaultMinutes, body, disabled, onIssue } = props
  const say = useMessage()
  const { draft, change, clear } = useDraft(`${name}.${useSessionId()}`, { minutes: String(defaultMinutes) })
  const [checked, setChecked] = useState(false)
  const typed = draft.minutes ?? ''
  const minutes = typedMinutes(typed)
  const fits = minutes !== null && isWindowLength(minutes)

  async function issue() {
    if (!fits) return false
    const done = await onIssue(minutes)
    if (done) clear()
    return done
  }

  return (
    <Stack gap="3" align="flex-start">
      <MinutesField
        label={limitLabel}
        value={typed}
        onChange={(value) => change('minutes', value)}
        onBlur={() => setChecked(true)}
        error={checked && !fits ? say({ code: 'limit-not-positive-integer' }) : undefined}
        disabled={disabled ?? false}
      />
      <OfficialActButton
        label={label}
        disabled={disabled ?? false}
        check={() => {
          setChecked(true)
          return fits
        }}
        onConfirm={issue}
      >
        {fits ? body(minutes) : ''}
      </OfficialActButton>
    </Stack>
  )
}
