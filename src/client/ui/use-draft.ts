import { useCallback, useState } from 'react'

/**
 * A form's text fields, kept in the tab's storage while they are typed, so that they survive an error and a reload.
 * Stored fields that `initial` does not have are ignored. Never use it for passwords.
 */
export function useDraft(
  key: string,
  initial: Readonly<Record<string, string>>,
): {
  readonly draft: Readonly<Record<string, string>>
  readonly change: (field: string, value: string) => void
  readonly clear: () => void
} {
  const storageKey = `kaibiao.draft.${key}`
  const [draft, setDraft] = useState(() => ({ ...initial, ...stored(storageKey, initial) }))
  const change = useCallback(
    (field: string, value: string) => {
      setDraft((now) => {
        const next = { ...now, [field]: value }
        sessionStorage.setItem(storageKey, JSON.stringify(next))
        return next
      })
    },
    [storageKey],
  )
  const clear = useCallback(() => sessionStorage.removeItem(storageKey), [storageKey])
  return { draft, change, clear }
}

function stored(key: string, initial: Readonly<Record<string, string>>): Record<string, string> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const fields = Object.entries(found ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] in initial,
    )
    return Object.fromEntries(fields)
  } catch {
    return {}
  }
}
