import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import type { HeaderItem } from '#client/ui/HeaderMenu.tsx'
import { AddressesDialog } from './AddressesDialog.tsx'
import { DepositsDialog } from './DepositsDialog.tsx'
import { type Tool, toolsFor } from './tools-for.ts'
import { UnitDialog } from './UnitDialog.tsx'
import { VideoDialog } from './VideoDialog.tsx'

const dialogs = {
  deposits: DepositsDialog,
  addresses: AddressesDialog,
  unit: UnitDialog,
  video: VideoDialog,
} as const satisfies Record<Exclude<Tool, 'extraction'>, unknown>

/** The header's tools as menu items, and the dialog of the chosen one. */
export function useTools(): { items: HeaderItem[]; dialog: ReactNode } {
  const { t } = useTranslation('shell')
  const { shell } = useVariant()
  const role = useRole()
  const tender = useSession(({ state }) => state.tender)
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const Shown = open && dialogs[open]
  return {
    items: toolsFor(role, shell, tender).map((tool) => {
      const label = t(tool === 'unit' && role === 'bidder' ? 'unitOwn' : `tool_${tool}`)
      if (tool === 'extraction') return { key: tool, label, href: shell.extractionUrl ?? '' }
      return { key: tool, label, onSelect: () => setOpen(tool) }
    }),
    dialog: Shown && <Shown onClose={() => setOpen(null)} />,
  }
}
