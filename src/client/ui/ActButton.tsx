import { Button } from '@chakra-ui/react'
import { type ComponentProps, useContext } from 'react'
import { ActsAllowed } from './acts-allowed.ts'

/** A button whose command the server refuses while the lot is halted: it is disabled then (HLT-9). */
export function ActButton({ disabled = false, ...props }: ComponentProps<typeof Button>) {
  const allowed = useContext(ActsAllowed)
  return <Button {...props} disabled={disabled || !allowed} />
}
