import { zodResolver } from '@hookform/resolvers/zod'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { allTexts } from '#test/client/all-texts.ts'
import { useMessage } from './use-message.ts'
import { useTranslatedErrors } from './use-translated-errors.ts'

afterEach(cleanup)

/** Two persons whose names are required; the server refuses the code. */
function Form() {
  const say = useMessage()
  const schema = useMemo(() => {
    const name = z.string().min(1, say({ code: 'account-missing' }))
    return z.object({ persons: z.array(z.object({ name })), code: z.string() })
  }, [say])
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { persons: [{ name: 'a' }, { name: '' }], code: '' },
  })
  useTranslatedErrors(form)
  const { errors } = form.formState
  return (
    <form
      onSubmit={form.handleSubmit(
        () => {},
        () => form.setError('code', { message: 'refused' }),
      )}
    >
      <input aria-label="first" {...form.register('persons.0.name')} />
      <input aria-label="second" {...form.register('persons.1.name')} />
      <input {...form.register('code')} />
      <output>
        {[errors.persons?.[0]?.name, errors.persons?.[1]?.name, errors.code]
          .map((error) => error?.message ?? '-')
          .join(' ')}
      </output>
      <button type="submit">OK</button>
    </form>
  )
}

async function show() {
  const texts = allTexts('zh-CN')
  render(
    <I18nextProvider i18n={texts}>
      <Form />
    </I18nextProvider>,
  )
  return { speak: (language: string) => act(async () => void (await texts.changeLanguage(language))) }
}

const shown = () => screen.getByRole('status').textContent

test('errors of the schema follow the language; an error of the server stays', async () => {
  const { speak } = await show()
  await act(async () => void fireEvent.submit(screen.getByRole('button')))
  expect(shown()).toBe('- 请填写账号 refused')
  await speak('en')
  expect(shown()).toBe('- Please fill in the account refused')
  await speak('zh-CN')
  expect(shown()).toBe('- 请填写账号 refused')
})

test('a form without errors stays unchecked', async () => {
  const { speak } = await show()
  await speak('en')
  expect(shown()).toBe('- - -')
})
