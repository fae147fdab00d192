import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { PersonForm } from './PersonForm.tsx'

const id = '11010519491231002X'
const nobody = { opener: '', announcer: '', recorder: '', supervisor: '' }

async function show(
  onSubmit = vi.fn(async () => true),
  {
    names = null,
    masked = null,
    supervisor = '赵监督',
  }: Partial<Pick<ComponentProps<typeof PersonForm>, 'names' | 'masked' | 'supervisor'>> = {},
) {
  await renderInSession(
    <PersonForm
      sessionId="s1"
      names={names}
      masked={masked}
      supervisor={supervisor}
      opener="钱开标"
      onSubmit={onSubmit}
    />,
  )
  await screen.findByRole('group', { name: '唱标人' })
  return onSubmit
}

const group = (person: string) => screen.getByRole('group', { name: person })
const messages = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const save = () => press(document.body, '保存人员信息')

test('[PRE-5] [PRE-6] problems are shown beside the fields on leaving and on saving, and nothing is sent', async () => {
  const onSubmit = await show()
  expect(messages()).toEqual([])
  const idField = within(group('开标人')).getByLabelText(/^身份证号/)
  fireEvent.change(idField, { target: { value: '123' } })
  fireEvent.blur(idField)
  await vi.waitFor(() => expect(messages()).toEqual(['身份证号格式不正确']))
  await save()
  await vi.waitFor(() => expect(messages()).toHaveLength(5))
  expect(messages().slice(1)).toEqual(['请输入姓名', '请输入身份证号', '请输入姓名', '请输入身份证号'])
  await type(group('唱标人'), /^姓名/, '长'.repeat(21))
  await vi.waitFor(() => expect(messages()).toContain('姓名不能超过20个字！'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test.each([
  ['赵监督', '选填；留空时，记录中填写最后进入本标段的监督人：赵监督。'],
  [null, '选填；留空时，记录中填写进入本标段的监督人，目前尚无监督人进入。'],
])(
  '[SES-17] the form says whom the record names where the supervisor is left empty: %s',
  async (supervisor, said) => {
    await show(undefined, { names: nobody, supervisor })
    const name = within(group('监督人')).getByLabelText(/^姓名/) as HTMLInputElement
    expect(name.value).toBe('')
    expect(within(group('监督人')).getByText(said)).toBeTruthy()
  },
)

test('typed text survives a refusal and a reload until it is recorded', async () => {
  const refused = await show(vi.fn(async () => false))
  for (const person of ['唱标人', '记录人']) {
    await type(group(person), /^姓名/, ` ${person}甲 `)
    await type(group(person), /^身份证号/, id)
  }
  await save()
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  cleanup()
  const recorded = await show()
  await save()
  const sentNames = { opener: '钱开标', announcer: '唱标人甲', recorder: '记录人甲', supervisor: '赵监督' }
  await vi.waitFor(() =>
    expect(recorded).toHaveBeenCalledExactlyOnceWith(sentNames, { ...nobody, announcer: id, recorder: id }),
  )
  await vi.waitFor(() => expect(sessionStorage.getItem('kaibiao.draft.persons.s1')).toBeNull())
})

test('[SES-15] saved numbers are shown with stars and need not be typed again, unless the name changes', async () => {
  const names = { ...nobody, announcer: '唱标人甲', recorder: '记录人甲' }
  const masked = { ...nobody, announcer: '110105********002X', recorder: '110105********002X' }
  const onSubmit = await show(
    vi.fn(async () => true),
    { names, masked },
  )
  const field = (person: string) => within(group(person)).getByLabelText(/^身份证号/) as HTMLInputElement
  expect([field('唱标人').value, field('唱标人').placeholder]).toEqual(['', '110105********002X'])
  await type(group('记录人'), /^身份证号/, id)
  await save()
  await vi.waitFor(() =>
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(names, { recorder: id, opener: '', supervisor: '' }),
  )
  await vi.waitFor(() => expect(field('记录人').value).toBe(''))
  await type(group('唱标人'), /^姓名/, '唱标人乙')
  await save()
  await vi.waitFor(() => expect(messages()).toEqual(['请输入身份证号']))
})
