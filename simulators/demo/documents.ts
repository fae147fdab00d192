import { figureText } from '#domain/submission/figures.ts'
import { nextTurn } from '#seal/bytes.ts'
import { type MadeTenderFile, tenderFileOf } from '../tender-files/convert.ts'
import type { DemoBidder, DemoTender } from './plan.ts'
import { type DemoFile, pdfFile, planFile } from './sample-files.ts'

/** The documents of a tender and of its bids. */
export interface Documents {
  readonly letters: ReadonlyMap<DemoBidder, DemoFile>
  readonly files: readonly { readonly kind: 'tender' | 'clarification'; readonly file: DemoFile }[]
  readonly tenderFile: MadeTenderFile
}

/** Creates the documents, without a server and without blocking the event loop for long. */
export async function documentsOf({ tender, bids }: DemoTender): Promise<Documents> {
  const letters = new Map<DemoBidder, DemoFile>()
  for (const { bidder, figures } of bids) {
    letters.set(bidder, await bidLetter(bidder.account.name, tender.sectionName, figures))
    await nextTurn()
  }
  const facts = (tender.projectInfo ?? []).map(({ title, value }) => `${title.zh}：${value}`)
  const description = [`编号：${tender.sectionCode}`, ...facts]
  const files = [
    { kind: 'tender', file: await pdfFile('招标文件.pdf', tender.sectionName, description) },
    { kind: 'tender', file: planFile('总平面图.png') },
    {
      kind: 'clarification',
      file: await pdfFile('澄清文件1.pdf', '澄清文件（一）', [
        '工程量清单第 3.2 项计量单位更正为“平方米”，其余不变。',
      ]),
    },
  ] as const
  await nextTurn()
  const announcement = await pdfFile('招标公告.pdf', '招标公告', [tender.sectionName, tender.tenderer])
  return { letters, files, tenderFile: tenderFileOf(tender, [announcement]) }
}

function bidLetter(bidder: string, section: string, figures: Readonly<Record<string, string>>) {
  return pdfFile('投标函.pdf', '投标函', [
    `致：${section} 招标人`,
    `我方愿以人民币 ${figureText('money', figures.price ?? '')} 元的投标报价，按招标文件的要求承担本工程的施工，`,
    `工期 ${figures.duration} 日历天，质量标准：${figures.quality}，项目经理：${figures.manager}。`,
    `投标人：${bidder}`,
  ])
}
