import { ChakraProvider } from '@chakra-ui/react'
import { configure, render } from '@testing-library/react'
import { type ReactElement, useEffect } from 'react'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { VariantProvider } from '#client/store/variant.tsx'
import { type CallName, calls } from '#protocol/calls.ts'
import { theme } from '#test/client/theme.ts'
import type { Variant } from '#variants/schema.ts'
import { allTexts } from './all-texts.ts'

/** The answers to calls: a value or a whole response, such as a refusal, or a promise of one. */
export type Answers = { readonly [Name in CallName]?: unknown }

// Machines are shared and slow; the limit only catches what hangs.
configure({ asyncUtilTimeout: 20_000 })

/**
 * Shows an element outside a section, in a region without a server. `asked` are the calls made since, with what they
 * send; `place` is the page's address.
 */
export function renderInRegion(
  element: ReactElement,
  { variant, at = '/', answers = {} }: { variant: Variant; at?: string; answers?: Answers },
) {
  const asked: { readonly name: string; readonly sent: Record<string, unknown> }[] = []
  const region = { name: variant.name, demo: false, testAccounts: false, variant }
  const given = (name: CallName) => answers[name] ?? (name === 'getVariant' ? region : undefined)
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href)
    const name = callAt(pathname)
    if (name !== 'getVariant')
      asked.push({ name, sent: body ? JSON.parse(String(body)) : Object.fromEntries(searchParams) })
    const answer = await given(name)
    if (answer === undefined) return new Response(null, { status: 502 })
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
  const texts = allTexts('zh-CN')
  const place = { current: at }
  render(
    <I18nextProvider i18n={texts}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <MemoryRouter initialEntries={[at]}>
            <Address place={place} />
            {element}
          </MemoryRouter>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )
  return { texts, asked, place: () => place.current }
}

function Address({ place }: { readonly place: { current: string } }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    place.current = pathname + search
  })
  return null
}

function callAt(path: string): CallName {
  const found = Object.entries(calls).find(([, call]) => call.path === path)
  if (!found) throw new Error(`no call has the path ${path}`)
  return found[0] as CallName
}
