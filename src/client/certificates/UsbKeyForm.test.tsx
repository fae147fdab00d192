import { act, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { err, ok } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as helpers from './certificate-helpers.ts'
import { UsbKeyForm } from './UsbKeyForm.tsx'

const connectUsbHelper = vi.spyOn(helpers, 'connectUsbHelper')

afterEach(() => void connectUsbHelper.mockReset())
afterAll(() => connectUsbHelper.mockRestore())

const show = () =>
  renderInSession(<UsbKeyForm submit={<button type="submit">打开</button>} onOpened={async () => {}} />)
const problem = () => screen.queryByRole('alert')?.textContent ?? null
const plugged = (id: string) => ({ id, certificatePem: '', subjectName: id, unitCode: null })

test('a PIN error is shown until another PIN is typed, another key chosen, or it is tried again', async () => {
  const open = vi.fn<helpers.UsbHelper['open']>()
  connectUsbHelper.mockResolvedValue(ok({ certificates: [plugged('k1'), plugged('k2')], open }))
  await show()
  await screen.findByRole('button')
  await press(document.body, '连接证书助手')
  const pin = await screen.findByLabelText(/^PIN/)
  const tryIt = () => press(document.body, '打开')
  await act(async () => void fireEvent.blur(pin))
  expect(problem()).toBeNull()
  await tryIt()
  expect(problem()).not.toBeNull()
  fireEvent.change(pin, { target: { value: '1' } })
  expect(problem()).toBeNull()
  open.mockResolvedValue(err('wrong-pin'))
  await tryIt()
  expect(problem()).not.toBeNull()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'k2' } })
  expect(problem()).toBeNull()
  await tryIt()
  expect(problem()).not.toBeNull()
  open.mockReturnValue(new Promise(() => {}))
  await tryIt()
  expect(problem()).toBeNull()
  expect(open.mock.calls).toEqual([
    ['k1', '1'],
    ['k2', '1'],
    ['k2', '1'],
  ])
})

test('an unreachable helper is reported until it is looked for again', async () => {
  connectUsbHelper.mockResolvedValueOnce(err('unreachable'))
  await show()
  await screen.findByRole('button')
  await press(document.body, '连接证书助手')
  expect(problem()).not.toBeNull()
  connectUsbHelper.mockReturnValueOnce(new Promise(() => {}))
  await act(async () => screen.getByRole('button').click())
  expect(problem()).toBeNull()
})
