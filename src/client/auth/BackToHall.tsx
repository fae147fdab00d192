import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ArrowIcon } from '#client/ui/icons.tsx'

/** Leads back to the list of sections, at the left of a header. */
export function BackToHall({ children }: { children: ReactNode }) {
  return (
    <Button asChild variant="ghost" size="sm" ms="-3.5">
      <Link to="/hall">
        <ArrowIcon transform="rotate(180deg)" />
        {children}
      </Link>
    </Button>
  )
}
