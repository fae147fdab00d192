import { Input, VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { Field } from '#client/ui/Field.tsx'

interface RowInputProps {
  /** The column's head, for screen readers. */
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  /** Takes the focus when the editing of its row begins. */
  readonly first: boolean
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** One field of a row that is edited. */
export function RowInput({ label, value, error, first, onChange, onBlur }: RowInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (first) input.current?.focus()
  }, [first])
  return (
    <Field label={<VisuallyHidden>{label}</VisuallyHidden>} error={error}>
      <Input
        ref={input}
        size="sm"
        value={value}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}
