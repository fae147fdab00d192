import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { PersonForm } from './PersonForm.tsx'

const id = '11010519491231002X'
const names = { opener: '', announcer: '', recorder: '', supervisor: '' }

async function show(onSubmit = vi.fn(async () => true)) {
  await renderInSession(
    <PersonForm
      sessionId="s1"
      names={null}
      ids={null}
      supervisor="赵监督"
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
  await vi.waitFor(() => expect(messages()).toEqual(['请输入正确的身份证号']))
  await save()
  await vi.waitFor(() => expect(messages()).toHaveLength(5))
  expect(messages().slice(1)).toEqual(['请输入姓名', '请输入身份证号', '请输入姓名', '请输入身份证号'])
  await type(group('唱标人'), /^姓名/, '长'.repeat(21))
  await vi.waitFor(() => expect(messages()).toContain('姓名不得超过20个字'))
  expect(onSubmit).not.toHaveBeenCalled()
})

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
    expect(recorded).toHaveBeenCalledExactlyOnceWith(sentNames, { ...names, announcer: id, recorder: id }),
  )
  await vi.waitFor(() => expect(sessionStorage.getItem('kaibiao.draft.persons.s1')).toBeNull())
})
