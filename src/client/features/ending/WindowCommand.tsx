import { Box, Stack } from '@chakra-ui/react'
import { useMinutesForm } from '#client/session/use-minutes-form.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { type Rejection, reject } from '#domain/session/rejection.ts'
import { windowLengthProblem } from '#domain/session/window.ts'
import { err, ok, type Result } from '#lib/result.ts'

interface WindowCommandProps {
  /** The draft's name, under which the typed minutes are stored. */
  readonly name: string
  readonly label: string
  readonly limitLabel: string
  readonly defaultMinutes: number
  readonly body: (minutes: number) => string
  readonly disabled?: boolean
  /** The step's next act; any other is drawn in outline. */
  readonly isNext: boolean
  readonly onIssue: (minutes: number) => Promise<boolean>
}

/** Opens or extends a window of time: its minutes, and the button with its confirm dialog. */
export function WindowCommand(props: WindowCommandProps) {
  const { name, label, limitLabel, defaultMinutes, body, disabled, isNext, onIssue } = props
  const { draft, change, clear } = useDraft(`${name}.${useSessionId()}`, { minutes: String(defaultMinutes) })
  const { minutes, field, check } = useMinutesForm({
    initial: draft.minutes ?? '',
    rule: windowLimit,
    onType: (typed) => change('minutes', typed),
  })

  async function issue() {
    if (!minutes.ok) return false
    const done = await onIssue(minutes.value)
    if (done) clear()
    return done
  }

  return (
    <Stack
      gap="3"
      wrap="wrap"
      direction={isNext ? 'column' : 'row'}
      align={isNext ? 'flex-start' : 'flex-end'}
    >
      {/* No wider than its field, so that the button has room beside it. */}
      <Box>
        <MinutesField label={limitLabel} disabled={disabled ?? false} {...field} />
      </Box>
      <Box display={isNext ? 'contents' : 'block'}>
        <StickyAct sticks={isNext}>
          <OfficialActButton
            label={label}
            disabled={disabled ?? false}
            isNext={isNext}
            check={check}
            onConfirm={issue}
          >
            {minutes.ok ? body(minutes.value) : ''}
          </OfficialActButton>
        </StickyAct>
      </Box>
    </Stack>
  )
}

function windowLimit(minutes: number | null): Result<number, Rejection> {
  if (minutes === null) return reject('limit-not-positive-integer')
  const problem = windowLengthProblem(minutes)
  return problem ? err(problem) : ok(minutes)
}
