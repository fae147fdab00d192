import { Field as ChakraField, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface FieldProps {
  readonly label: ReactNode
  /** Shown behind the control, for example 分钟. */
  readonly unit?: ReactNode
  /** A button that belongs to the control and stands behind it. */
  readonly action?: ReactNode
  /** The button goes below a control that would become too narrow beside it. */
  readonly actionWraps?: boolean
  /** What may be typed: range, length, form. */
  readonly limit?: ReactNode
  /** The exact message; the control is marked invalid while there is one. */
  readonly error?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  readonly readOnly?: boolean
  /** One Input, Textarea or NativeSelect of Chakra's: it takes id and descriptions from here. */
  readonly children: ReactNode
}

/** A form field: label, unit, limit and the exact message beside the control. */
export function Field(props: FieldProps) {
  const { label, unit, action, actionWraps, limit, error, required, disabled, readOnly, children } = props
  return (
    <ChakraField.Root
      data-no-print
      invalid={Boolean(error)}
      required={required ?? false}
      disabled={disabled ?? false}
      readOnly={readOnly ?? false}
    >
      <ChakraField.Label>
        {label}
        <ChakraField.RequiredIndicator />
      </ChakraField.Label>
      <Flex align="center" gap="2" w="full" wrap={actionWraps ? 'wrap' : undefined}>
        {children}
        {unit && (
          <Text color="fg.muted" flexShrink={0}>
            {unit}
          </Text>
        )}
        {action}
      </Flex>
      {limit && <ChakraField.HelperText textWrap="pretty">{limit}</ChakraField.HelperText>}
      <ChakraField.ErrorText role="alert">{error}</ChakraField.ErrorText>
    </ChakraField.Root>
  )
}
