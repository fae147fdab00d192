import type { BidStatus } from '#domain/session/flow.ts'

/** bidStatus on the wire (SES-3). */
export const bidStatusNames: Readonly<Record<BidStatus, string>> = {
  'not-opened': '未开标',
  opening: '开标中',
  'to-be-opened': '待开标',
  opened: '开标完',
  failed: '已流标',
}
