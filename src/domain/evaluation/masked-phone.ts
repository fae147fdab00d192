/** A phone number as it is shown until it is asked for (EVA-4): 138****8000; all stars where it is short. */
export function maskedPhone(phone: string): string {
  if (phone.length < 8) return '*'.repeat(phone.length)
  return `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`
}
